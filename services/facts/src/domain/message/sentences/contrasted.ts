/** "I deploy on Tuesdays instead of Fridays": a verb, what it is done with now, and what no more. Who prefers one thing to another may still do both. */
const contrasted =
  /^(i|we) (?:now )?((?!prefer|like|love|enjoy|would|want|chose|choose|hate)\p{L}+ (?:(?:on|in|at|to|with|by|for|from) )?)([^,;]{2,40}?)(?: now| these days| nowadays)?,? (?:instead of|rather than|in place of|and no longer|no longer) (?:on |in |at |to |with |by |for |from )?([^,;]{2,40}?)(?:,? (?:now|these days|nowadays|any ?more))?(?=[.!]*$|,? (?:and|but|because|so|since) |, )(.*)$/iu;

/** A sentence that says what somebody does in place of something else, as two statements: what they do, and what they do no more. */
export function withoutContrast(sentence: string): string {
  return sentence.replace(contrasted, '$1 $2$3; $1 no longer $2$4;$5');
}
