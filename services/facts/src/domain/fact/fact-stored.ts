import { type Event, newEvent, type Scope } from '@agent-mem/contract';

/** The event that a fact was stored. `now`: milliseconds since 1970. */
export function factStored(scope: Scope, factId: string, conversationId: string | null, now: number): Event {
  return newEvent(scope, conversationId, { type: 'fact-stored', data: { fact_stored: { fact_id: factId } } }, now);
}
