import type { StoreEpisodeRequest } from '@agent-mem/contract';
import type { EpisodeDraft } from './episode-node.ts';

/** What a caller asks to store, at this time (ISO 8601, UTC). */
export function draftOf(request: StoreEpisodeRequest, now: string): EpisodeDraft {
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
