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
  let [before, last] = [0, 0];
  for (let index = 0; index <= word.length; index++) {
    const sign = index === word.length ? 0 : word.charCodeAt(index);
    if (index > 0) take((before * 0x10000 + last) * 0x10000 + sign);
    [before, last] = [last, sign];
  }
}
