import { completeEvent, type Event, type Scope, uuidV7 } from '@agent-mem/contract';

/** The event that a fact was stored. `now`: milliseconds since 1970. */
export function factStored(scope: Scope, factId: string, conversationId: string | null, now: number): Event {
  return completeEvent({
    id: uuidV7(now),
    type: 'fact-stored',
    conversation_id: conversationId ?? '',
    workspace: scope.workspace,
    user: scope.user,
    collection: scope.collection,
    timestamp: new Date(now).toISOString(),
    data: { fact_stored: { fact_id: factId } },
  });
}
