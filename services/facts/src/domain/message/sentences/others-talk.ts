/** Who speaks, in front of a line or a sentence: "John: hey". */
const speaker = /(?:^|\n|(?<=[.!?] ))(\p{Lu}\p{Ll}*(?: \p{Lu}\p{Ll}+)?): /gu;
const greeting = /^(?:hey|hi|hello|yo|good (?:morning|afternoon|evening))\b/i;
const oneOfTwo = /^(?:Me|You|Him|Her)$/;

/** A text without a talk that is pasted in it: whose "I" it is, each line says by a name that nobody can be sure of. */
export function withoutTalk(text: string): string {
  const said = [...text.matchAll(speaker)];
  const names = said.map(([, name = '']) => name);
  const isTalk =
    said.some(({ 0: mark, index }) => greeting.test(text.slice(index + mark.length))) ||
    (names.length > 1 && (names.some((name) => oneOfTwo.test(name)) || new Set(names).size < names.length));
  return isTalk ? text.slice(0, said[0]?.index) : text;
}
