/** Runs of three signs of a word, its beginning and end counted as signs, each as a number. */
export function trigrams(word: string): ReadonlySet<number> {
  const found = new Set<number>();
  eachTrigram(word, (trigram) => found.add(trigram));
  return found;
}

/** How alike a word is to the one these trigrams are of, 0 to 1: twice what they share over all they have (Dice 1945). */
export function likeness(one: ReadonlySet<number>, word: string): number {
  let shared = 0;
  let all = 0;
  eachTrigram(word, (trigram) => {
    all += 1;
    if (one.has(trigram)) shared += 1;
  });
  return one.size + all === 0 ? 0 : Math.min(1, (2 * shared) / (one.size + all));
}

/** Numbers instead of strings: a question is compared with some thousand words. */
function eachTrigram(word: string, take: (trigram: number) => void): void {
  let before = 0;
  let last = 0;
  for (let index = 0; index <= word.length; index++) {
    const sign = index === word.length ? 0 : word.charCodeAt(index);
    if (index > 0) take(numberOf(before, last, sign));
    before = last;
    last = sign;
  }
}

/** Latin and Greek make numbers below 2^30, which take no memory of their own. */
function numberOf(first: number, second: number, third: number): number {
  if ((first | second | third) < 0x400) return (first << 20) | (second << 10) | third;
  return (first * 0x10000 + second) * 0x10000 + third + 2 ** 30;
}
