import type { PurgeRequest } from '@agent-mem/contract';
import type { NodeWrite } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { claimingAll, memoryPorts, recordedLog, scope } from '@agent-mem/testing/kit';
import { finishPurges } from '../src/purge/finish-purges.ts';

/** A service that purges memory of every kind. */
export const everyKind = { name: 'graph', kinds: null } as const;

/** A request for a purge in the scope of the tests. */
export function requestOf(request: Partial<PurgeRequest>): PurgeRequest {
  return { ...scope, id: null, conversation_id: null, everything: false, all_collections: false, ...request };
}

/** A node that is made now, a fact by default. */
export function node(id: string, clock: { now(): number }, more: Partial<NodeWrite> = {}): NodeWrite {
  const at = new Date(clock.now()).toISOString();
  return { id, kind: 'Fact', createdAt: at, updatedAt: at, properties: {}, ...more };
}

/** Stores in memory, and the periodic job that finishes purges there. */
export function opened() {
  const clock = turnedClock();
  const ports = memoryPorts({ clock });
  const asked = { scope, idempotencyKey: 'k', sentAt: clock.now() };
  const finish = () =>
    finishPurges({ ...ports, claimNodes: claimingAll(ports), log: recordedLog().log, signal: new AbortController().signal });
  const idsOf = async (...ids: readonly string[]) => (await ports.graph.get(scope, ids)).map(({ id }) => id);
  return { clock, ports, asked, finish, idsOf };
}
