import type { Ranking } from '../ranking.ts';

/** 1 for a text that denies something, if the question does. */
export function negation({ pool, question }: Ranking): Float64Array {
  return Float64Array.from(pool.documents, ({ fields }) => (question.negated && fields.negated === true ? 1 : 0));
}
