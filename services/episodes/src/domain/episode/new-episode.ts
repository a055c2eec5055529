import type { StoreEpisodeRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import type { EpisodeChange, RequestedEpisode } from './episode-change.ts';

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for more than an answer could carry. */
export function newEpisodeOf(request: StoreEpisodeRequest, now: string): RequestedEpisode {
  const { embedding: _embedding, embedder: _embedder, ...record } = request;
  checkCarriable('episode', record);
  return {
    ...record,
    timestamp: request.timestamp ?? now,
    trust: request.trust ?? 'user',
    conversation_id: request.conversation_id || null,
    invocation_id: request.invocation_id || null,
    key: request.key || null,
    given: givenOf(request),
  };
}

/** The members that a request gives: texts, lists and maps that are empty are not given. */
function givenOf(request: StoreEpisodeRequest): EpisodeChange {
  const story = ['goal', 'steps', 'outcome', 'lessons'] as const;
  const more = [
    'metadata',
    'timestamp',
    'success',
    'conversation_id',
    'invocation_id',
    'trust',
    'tags',
    'key',
    'metadata_json',
  ] as const;
  const isGiven = (value: unknown) =>
    value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
  // Of each name the value of that name.
  return Object.fromEntries(
    [...story, ...more].flatMap((name) => (isGiven(request[name]) ? [[name, request[name]]] : [])),
  ) as EpisodeChange;
}
