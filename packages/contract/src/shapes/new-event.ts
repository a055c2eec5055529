import type { Event } from '../generated/messages.ts';
import { uuidV7 } from '../id.ts';
import type { Init } from '../init.ts';
import type { Scope } from '../scope.ts';
import { completeEvent } from './complete.ts';

/** An event that happens now in a conversation (`null`: in none), under a new id. `now`: milliseconds since 1970. */
export function newEvent(
  { workspace, user, collection }: Scope,
  conversationId: string | null,
  what: { readonly type: Event['type']; readonly data: Init<Event['data']> },
  now: number,
): Event {
  const conversation_id = conversationId ?? '';
  const timestamp = new Date(now).toISOString();
  return completeEvent({ id: uuidV7(now), ...what, conversation_id, workspace, user, collection, timestamp });
}
