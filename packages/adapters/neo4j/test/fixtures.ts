import { randomUUID } from 'node:crypto';
import { completeEvent, type Event, type Scope, scopeOf } from '@agent-mem/contract';
import type { NodeWrite } from '@agent-mem/storage';

const createdAt = '2026-05-01T10:00:00.000Z';

/** A scope that nobody else uses. */
export function freshScope(): Scope {
  return scopeOf({ workspace: `test-${randomUUID()}`, user: 'user', collection: 'default' });
}

export function node(id: string, write: Partial<NodeWrite> = {}): NodeWrite {
  return { id, kind: 'Fact', createdAt, updatedAt: createdAt, properties: { id }, ...write };
}

export function edge(id: string, from: string, to: string) {
  return { id, kind: 'mentions', from, to, createdAt };
}

export function event(scope: Scope, id: string): Event {
  const { workspace, user, collection } = scope;
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
