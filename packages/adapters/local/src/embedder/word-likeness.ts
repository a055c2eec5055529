import type { WordLikeness } from '@agent-mem/llm';
import type { StaticTable } from '../static-table.ts';
import type { WordPiece } from './word-piece.ts';

/**
 * Compares words that are pieces of the vocabulary by the cosine of their rows; another word, such as a slip, is like none. A question is compared with
 * some thousand words, so lengths are computed once.
 */
export function wordLikeness(
  { vocabulary, dimensions, values }: StaticTable,
  { rowOf }: Pick<WordPiece, 'rowOf'>,
): (word: string) => WordLikeness | null {
  const lengths = new Float32Array(vocabulary.length);
  const lengthOf = (row: number) => {
    lengths[row] ||= Math.sqrt(product(values, row * dimensions, row * dimensions, dimensions));
    return lengths[row];
  };
  return (word) => {
    const own = rowOf(word);
    if (own === undefined) return null;
    return (other) => {
      const row = rowOf(other);
      if (row === undefined) return 0;
      const lengthsOfBoth = lengthOf(own) * lengthOf(row);
      return lengthsOfBoth === 0 ? 0 : product(values, own * dimensions, row * dimensions, dimensions) / lengthsOfBoth;
    };
  };
}

function product(values: Int8Array, one: number, other: number, dimensions: number): number {
  // Two sums: one alone waits for itself at each step, which takes half as long again.
  let [even, odd] = [0, 0];
  for (let index = 0; index < dimensions; index += 2) {
    even += (values[one + index] as number) * (values[other + index] as number);
    odd += (values[one + index + 1] as number) * (values[other + index + 1] as number);
  }
  return even + odd;
}
