/** How like two names must be, from 0 to 1, for one to be taken for the other. */
const leastWords = 0.5;
const leastLetters = 0.6;
/** A beginning of a word stands for it from so many letters on: `conv` for `conversation`. */
const leastBeginning = 3;

/** The known name that was probably meant: the one with the most words in common, or else the one with the fewest letters to change. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  let best: { readonly name: string; readonly likeness: number } | null = null;
  for (const name of known) {
    const likeness = likenessOf(given, name);
    if (likeness > (best?.likeness ?? 0)) best = { name, likeness };
  }
  return best?.name ?? null;
}

/** How many letters are to be left out, added, changed or swapped with their neighbour to make one text of the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const ways = [at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1)];
      current.push(Math.min(...ways, ...(isSwapped ? [at(beforeLast, column - 2) + 1] : [])));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

/** 0: not alike. Letters decide between names that have as many words in common. */
function likenessOf(given: string, name: string): number {
  const letters = 1 - editDistance(given.toLowerCase(), name.toLowerCase()) / Math.max(given.length, name.length, 1);
  const words = wordsInCommon(wordsOf(given), wordsOf(name));
  if (words < leastWords && letters < leastLetters) return 0;
  return Math.max(words, letters) + letters / 100;
}

/** From 0 to 1. */
function wordsInCommon(given: readonly string[], name: readonly string[]): number {
  const shared = given.filter((word) => name.some((other) => isSameWord(word, other)));
  return shared.length / Math.max(given.length, name.length);
}

function isSameWord(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long === short || (short.length >= leastBeginning && long.startsWith(short));
}

/** `userId` and `USER_ID` are `user`: an "id" tells nothing, unless it is all there is. */
function wordsOf(name: string): readonly string[] {
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const distinctive = words.filter((word) => word !== 'id');
  return distinctive.length > 0 ? distinctive : words;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
