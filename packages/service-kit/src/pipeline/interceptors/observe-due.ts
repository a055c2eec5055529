import { randomUUID } from 'node:crypto';
import { OperationError } from '@agent-mem/contract';
import type { RequestObserver } from '@agent-mem/observability';
import { untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from '../../context.ts';
import type { AnyService } from '../../service.ts';
import type { DueWork, Next, TakeDue } from '../work.ts';

/** Counts and logs each node that fell due, with how its work ended. It ends with the service. */
export function observeDue(
  { name: service }: AnyService,
  { signal }: ServiceContext<unknown>,
  observer: RequestObserver,
  next: Next<DueWork>,
): TakeDue {
  return async ({ scope, node }, attempt) => {
    const labels = { service, operation: `due-${node.kind.toLowerCase()}`, door: 'due' };
    // A node's id may be a caller's text, which no log holds.
    const ended = observer.began({ ...labels, id: randomUUID(), traceparent: null, attempt });
    try {
      signal.throwIfAborted();
      await untilAborted(next({ scope, nodeId: node.id, signal, traceparent: null, effect: null }), signal);
      ended({ error: null });
    } catch (cause) {
      ended({ error: OperationError.from(cause) });
      throw cause;
    }
  };
}
