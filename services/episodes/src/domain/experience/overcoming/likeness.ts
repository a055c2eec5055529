/** How like two texts are, 0 to 1: of texts of several words the share of words they have in common, else of pairs of letters. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [first, second] = [wordsOf(a), wordsOf(b)];
  // A statement that begins otherwise does something else.
  if (first.length > 2 && second.length > 2) return first[0] === second[0] ? shareInCommon(first, second) ** 2 : 0;
  return shareInCommon(pairsOf(a), pairsOf(b));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function pairsOf(text: string): readonly string[] {
  const characters = [...text.toLowerCase()].slice(0, 2_000);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Dice's coefficient of two lists, each element counted as often as it stands there. */
function shareInCommon(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const each of a) left.set(each, (left.get(each) ?? 0) + 1);
  let common = 0;
  for (const each of b) {
    const count = left.get(each) ?? 0;
    if (count > 0) common += 1;
    left.set(each, count - 1);
  }
  return (2 * common) / (a.length + b.length);
}
