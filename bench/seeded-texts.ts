import { seededRandom } from '@agent-mem/testing';

/** Texts of no language whose words come as often as words do: the most frequent one in every tenth place, most of them hardly ever. */
export interface Texts {
  /** A text of about so many words, the same for the same number. */
  text(number: number): string;
  /** What somebody would ask who is looking for that text: some words of it, and some others. */
  question(number: number): string;
}

const vocabulary = 30_000;
const wordsInText = { least: 8, most: 24 };
const wordsInQuestion = { ofText: 5, others: 2 };
const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu', 'na', 'pe', 'ri', 'so', 'tu', 've'];

/** Every number has a generator of its own, so that a text does not depend on which were made before. */
export function seededTexts(seed: number): Texts {
  const wordAt = zipf(vocabulary);
  const wordsOf = (number: number): readonly string[] => {
    const random = randomOf(seed, number);
    const { least, most } = wordsInText;
    return Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => spelled(wordAt(random())));
  };
  return {
    text: (number) => `${wordsOf(number).join(' ')}.`,
    question(number) {
      const words = wordsOf(number);
      const random = randomOf(seed, -1 - number);
      const own = Array.from({ length: wordsInQuestion.ofText }, () => words[Math.floor(random() * words.length)]);
      const others = Array.from({ length: wordsInQuestion.others }, () => spelled(wordAt(random())));
      return `${[...own, ...others].join(' ')}?`;
    },
  };
}

/** Ranks by Zipf–Mandelbrot: a rank's frequency is in proportion to 1 / (rank + 2.7). */
function zipf(ranks: number): (share: number) => number {
  const sums = new Float64Array(ranks);
  let sum = 0;
  for (let rank = 0; rank < ranks; rank += 1) {
    sum += 1 / (rank + 2.7);
    sums[rank] = sum;
  }
  return (share) => {
    let [from, to] = [0, ranks - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sums[middle] ?? 0) < share * sum) from = middle + 1;
      else to = middle;
    }
    return from;
  };
}

/** Frequent words are short. */
function spelled(rank: number): string {
  let word = '';
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length] ?? '';
  }
  return word;
}

/** Numbers from 0 to below 1 (mulberry32), the same for the same two. */
export function randomOf(seed: number, number: number): () => number {
  return seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
}
