const likes = `(?:(?:really |also |absolutely )?(?:love|like|hate|dislike|detest|loathe|adore|enjoy|prefer|eat)s?|(?:can't|cannot|can not) (?:stand|bear|eat))`;
/** "I can't stand mushrooms": what somebody likes, or does not. */
const liking = new RegExp(
  String.raw`\b${likes} (?!(?:me|you|him|her|it|them|us|to|when|how|that|this|these|those|what)\b)([^,;:]{2,60}?)[.!]*$`,
  'iu',
);
const ofBefore = new RegExp(`^(.+ ${likes}) (?:it|them)[.!]*$`, 'iu');

/** A clause with what its last word means: "Ola loves them" behind "I can't stand mushrooms". `null`: it means nothing that was said. */
export function withObject(clause: string, before: string): string | null {
  const said = ofBefore.exec(clause)?.[1];
  if (said === undefined) return clause;
  const object = liking.exec(before)?.[1];
  return object === undefined ? null : `${said} ${object}`;
}
