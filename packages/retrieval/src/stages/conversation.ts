import type { Ranking } from '../ranking.ts';

/** 1 for what belongs to the conversation that asks. */
export function conversation({ pool, askedFrom }: Ranking): Float64Array {
  return Float64Array.from(pool.documents, ({ conversationId }) => (askedFrom !== null && conversationId === askedFrom ? 1 : 0));
}
