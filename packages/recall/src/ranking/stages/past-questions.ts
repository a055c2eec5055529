import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** Questions that share one term only are of one subject, and not one question. */
export const leastSharedTerms = 2;

/**
 * The weight of the strongest edge from a question like this one, by how like it is: the idf-cosine of their terms without names. Below 0:
 * it was no answer to such a question.
 */
export function askedBefore({ pool, question, profile, terms, pastQuestions }: Ranking): Float64Array {
  const strongest = new Map<string, number>();
  const own = new Map(terms.filter(({ term }) => !question.names.has(term)).map(({ term, weight }) => [term, weight]));
  for (const past of pastQuestions) {
    const likeness = aboveLeast(idfCosine(own, past.terms), profile.leastQuestionLikeness);
    if (likeness === 0) continue;
    for (const { id, weight } of past.answeredBy) {
      const worth = Math.min(1, Math.max(-1, weight)) * likeness;
      if (Math.abs(worth) > Math.abs(strongest.get(id) ?? 0)) strongest.set(id, worth);
    }
  }
  return measured(pool.documents, ({ id }) => strongest.get(id) ?? 0);
}

/** From 0 at the least likeness to 1. */
function aboveLeast(likeness: number, least: number): number {
  return likeness <= least ? 0 : (likeness - least) / (1 - least);
}

/** A term that this question does not have counts as the rarest of its own: how rare it is nobody has asked. */
function idfCosine(own: ReadonlyMap<string, number>, others: readonly string[]): number {
  const rarest = Math.max(0, ...own.values());
  let sharedTerms = 0;
  let shared = 0;
  let squares = 0;
  for (const term of others) {
    const weight = own.get(term);
    squares += (weight ?? rarest) ** 2;
    if (weight === undefined) continue;
    sharedTerms += 1;
    shared += weight ** 2;
  }
  const ownSquares = [...own.values()].reduce((sum, weight) => sum + weight ** 2, 0);
  return sharedTerms < leastSharedTerms || shared === 0 ? 0 : shared / Math.sqrt(squares * ownSquares);
}
