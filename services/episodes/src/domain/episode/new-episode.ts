import type { StoreEpisodeRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import type { NewEpisode } from './episode-node.ts';

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for more than an answer could carry. */
export function newEpisodeOf(request: StoreEpisodeRequest, now: string): NewEpisode {
  const { embedding: _embedding, ...record } = request;
  checkCarriable('episode', record);
  return {
    ...record,
    timestamp: request.timestamp ?? now,
    trust: request.trust ?? 'user',
    conversation_id: request.conversation_id || null,
    invocation_id: request.invocation_id || null,
  };
}
