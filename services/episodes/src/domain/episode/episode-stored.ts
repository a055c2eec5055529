import { completeEvent, type Event, type Scope, uuidV7 } from '@agent-mem/contract';

/** The event that an episode was stored. `now`: milliseconds since 1970. */
export function episodeStored(scope: Scope, episodeId: string, conversationId: string | null, now: number): Event {
  return completeEvent({
    id: uuidV7(now),
    type: 'episode-stored',
    conversation_id: conversationId ?? '',
    workspace: scope.workspace,
    user: scope.user,
    collection: scope.collection,
    timestamp: new Date(now).toISOString(),
    data: { episode_stored: { episode_id: episodeId } },
  });
}
