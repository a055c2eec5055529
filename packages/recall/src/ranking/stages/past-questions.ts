import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** Questions less alike than this have nothing to do with each other. */
const leastLikeness = 0.3;

/** The weight of the best edge from a question like this one, by how like it is: the idf-cosine of their terms without names. */
export function askedBefore({ pool, question, terms, pastQuestions }: Ranking): Float64Array {
  const lifted = new Map<string, number>();
  const own = new Map(terms.filter(({ term }) => !question.names.has(term)).map(({ term, weight }) => [term, weight]));
  for (const past of pastQuestions) {
    const likeness = Math.max(0, (idfCosine(own, past.terms) - leastLikeness) / (1 - leastLikeness));
    if (likeness === 0) continue;
    for (const { id, weight } of past.answeredBy) lifted.set(id, Math.max(lifted.get(id) ?? 0, weight * likeness));
  }
  return measured(pool.documents, ({ id }) => lifted.get(id) ?? 0);
}

/** A term that this question does not have counts as the rarest of its own: how rare it is nobody has asked. */
function idfCosine(own: ReadonlyMap<string, number>, others: readonly string[]): number {
  const rarest = Math.max(0, ...own.values());
  let shared = 0;
  let squares = 0;
  for (const term of others) {
    const weight = own.get(term);
    squares += (weight ?? rarest) ** 2;
    if (weight !== undefined) shared += weight ** 2;
  }
  const ownSquares = [...own.values()].reduce((sum, weight) => sum + weight ** 2, 0);
  return shared === 0 ? 0 : shared / Math.sqrt(squares * ownSquares);
}
