import type { StoreEpisodeRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import type { EpisodeDraft } from './episode-node.ts';

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for more than an answer could carry. */
export function draftOf(request: StoreEpisodeRequest, now: string): EpisodeDraft {
  const { embedding: _embedding, ...record } = request;
  checkCarriable('episode', record);
  return {
    goal: request.goal,
    steps: request.steps,
    outcome: request.outcome,
    lessons: request.lessons,
    timestamp: request.timestamp ?? now,
    metadata: request.metadata,
    success: request.success,
    conversationId: request.conversation_id || null,
    invocationId: request.invocation_id || null,
    trust: request.trust,
  };
}
