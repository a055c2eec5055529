import type { StoreEpisodeRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import { givenMembers } from '@agent-mem/service-kit';
import type { RequestedEpisode } from './episode-change.ts';

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for more than an answer could carry. */
export function newEpisodeOf(request: StoreEpisodeRequest, now: string): RequestedEpisode {
  const { embedding: _embedding, embedder: _embedder, ...record } = request;
  checkCarriable('episode', record);
  const said = ['goal', 'steps', 'outcome', 'lessons', 'timestamp', 'success', 'conversation_id', 'invocation_id'] as const;
  const more = ['trust', 'tags', 'key', 'metadata', 'metadata_json'] as const;
  return {
    ...record,
    timestamp: request.timestamp ?? now,
    trust: request.trust ?? 'user',
    conversation_id: request.conversation_id || null,
    invocation_id: request.invocation_id || null,
    key: request.key || null,
    given: givenMembers(request, [...said, ...more]),
  };
}
