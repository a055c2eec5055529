import { type Event, newEvent, type Scope } from '@agent-mem/contract';

/** The event that an episode was stored. `now`: milliseconds since 1970. */
export function episodeStored(scope: Scope, episodeId: string, conversationId: string | null, now: number): Event {
  return newEvent(scope, conversationId, { type: 'episode-stored', data: { episode_stored: { episode_id: episodeId } } }, now);
}
