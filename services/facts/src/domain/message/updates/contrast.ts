/** What a sentence says is so, and what it says is not, or is no more. */
export interface Contrast {
  readonly right: string;
  readonly wrong: string;
  /** The sentence without what is wrong, and without what is right. */
  readonly about: string;
}

/** "In Cork now, not Galway", "salmon rather than chicken, for her skin". */
const against =
  /^(.+?)(?:,? (?:now|these days|nowadays|from now on|any ?more))?,? (?:and )?(?:not|no longer|instead of|rather than|in place of) ((?:(?:on|in|at|to|with|from|by|for|as|the|an?|my|our|port|number) )*)([^,.;:!]+?)(?:,? (?:any ?more|any ?longer|as before|like before|as i said))?(?=$|[,.;:!]| (?:and|but|because|so|since) )/iu;
/** "They gave me plot 22": a whole statement, and nothing that stands in place of something. */
const said = /^(?:they|he|she|it|we|i|you|there|this|that)\b/i;
const oneOfMany = /\ban? $/i;
/** Where what is right begins: behind the last word of these, or behind a verb. */
const head =
  /^(.*(?:^|['’]s |[ ,](?:is|are|was|were|am|in|at|on|for|as|with|by|to|from|named|called|has|have|had|be|eats?|drinks?|eat|uses?|takes?|gets?|goes|pays?|plays?|drives?|rides?|wears?|speaks?|sees?|runs?|needs?|costs?) ))(the |an? )?(.+)$/iu;

/** Reads a sentence; `null`: it sets nothing against anything. */
export function contrastIn(sentence: string): Contrast | null {
  const [, before = '', wrongIs = '', wrong = ''] = against.exec(sentence) ?? [];
  const [, about = '', rightIs = '', right = ''] = head.exec(before) ?? [];
  if (right === '' || wrong === '' || right.split(' ').length > 5 || said.test(right)) return null;
  // "Teaches at the university now, no longer a vet": what somebody is, is not where they are.
  return oneOfMany.test(wrongIs) && !oneOfMany.test(rightIs) ? null : { right, wrong, about };
}
