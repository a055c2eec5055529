import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** 1 for what belongs to the conversation that asks. */
export function conversation({ pool, askedFrom }: Ranking): Float64Array {
  return measured(pool.documents, ({ conversationId }) => (askedFrom !== null && conversationId === askedFrom ? 1 : 0));
}
