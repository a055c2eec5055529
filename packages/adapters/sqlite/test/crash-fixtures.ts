import { completeEvent, type Event, scopeOf } from '@agent-mem/contract';
import type { NodeWrite } from '@agent-mem/storage';

const createdAt = '2026-05-01T10:00:00.000Z';

/** The scope that the crashing writer writes in. */
export const crashScope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });

export function nodeOf(id: string): NodeWrite {
  return { id, kind: 'Fact', createdAt, updatedAt: createdAt, properties: { id } };
}

export function eventOf(id: string): Event {
  const { workspace, user, collection } = crashScope;
  const data = { fact_stored: { fact_id: id } };
  return completeEvent({
    id,
    type: 'fact-stored',
    conversation_id: 'c',
    workspace,
    user,
    collection,
    timestamp: createdAt,
    data,
  });
}
