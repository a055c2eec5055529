import type { Question } from '../question.ts';

/** What age does to the order where a question asks for the present or for the past. */
export interface Tense {
  /** Only what scores at least this share of the best, 0 to 1, is compared: versions of one thing fit a question about equally. */
  readonly least: number;
  /** 0 to 1: the latest of them is lifted and the earliest lowered by this part, where the question asks for the present … */
  readonly present: number;
  /** … and the other way round, where it asks for the past. */
  readonly past: number;
}

/** A factor for each score. It goes by the order of the times and not by how far apart they are: one thing changes in an hour, another in ten years. */
export function tenseFactors(
  scored: readonly { readonly score: number; readonly timestamp: number }[],
  { tense }: Pick<Question, 'tense'>,
  { least, present, past }: Tense,
): readonly number[] {
  const weight = tense === 'present' ? present : tense === 'past' ? -past : 0;
  const factors = scored.map(() => 1);
  if (weight === 0) return factors;
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  const alike = [...scored.entries()].filter(([, { score }]) => score >= least * best);
  const byTime = alike.sort(([, one], [, other]) => one.timestamp - other.timestamp);
  for (const [order, [index]] of byTime.entries())
    factors[index] = alike.length < 2 ? 1 : 1 + weight * ((2 * order) / (alike.length - 1) - 1);
  return factors;
}
