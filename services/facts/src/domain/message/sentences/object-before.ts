const likes = `(?:(?:really |also |absolutely )?(?:love|like|hate|dislike|detest|loathe|adore|enjoy|prefer|eat)s?|(?:can't|cannot|can not) (?:stand|bear|eat))`;
/** "I can't stand mushrooms": what somebody likes, or does not. */
const liking = new RegExp(
  String.raw`\b${likes} (?!(?:me|you|him|her|it|them|us|to|when|how|that|this|these|those|what)\b)([^,;:]{2,60}?)[.!]*$`,
  'iu',
);
/** "Coriander is ok": what is spoken of, without a liking. */
const praised =
  /^([\p{L}][\p{L} -]{1,30}?) (?:is|are)(?:n't| not)? (?:actually |really |quite )?(?:ok|okay|fine|good|great|nice|delicious|bad|alright|disgusting|awful)(?: after all)?$/iu;
const ofBefore = new RegExp(`^(.+ ${likes}) (?:it|them)[.!]*$`, 'iu');

/** "My wife's is red", behind "My car is blue". */
const elseWhose = /^((?:(?:my|our) (?:[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+|\p{Lu}[\p{L}-]+)'s) ((?:is|are|was|were) .+)$/iu;
const owned = /^(?:(?:my|our)|\p{Lu}[\p{L}-]+'s) ((?:[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+) (?:is|are|was|were) /iu;

/** A clause with what its words mean of the clause before: "Ola loves them" behind "I can't stand mushrooms". `null`: they mean nothing that was said. */
export function withObject(clause: string, before: string): string | null {
  const [, whose, state] = elseWhose.exec(clause) ?? [];
  if (whose !== undefined) {
    const thing = owned.exec(before)?.[1];
    return thing === undefined ? null : `${whose} ${thing} ${state}`;
  }
  const said = ofBefore.exec(clause)?.[1];
  if (said === undefined) return clause;
  const object = liking.exec(before)?.[1] ?? praised.exec(before)?.[1]?.toLowerCase();
  return object === undefined ? null : `${said} ${object}`;
}
