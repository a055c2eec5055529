import { messageKey, operationFacts } from '@agent-mem/contract';
import { createKeyChain, untilAborted } from '@agent-mem/runtime';
import type { AnyService } from '../../service.ts';
import type { Next, RequestWork } from '../work.ts';

/** Commands that change the same thing wait for each other here, so that conflicts in the Graph are rare. Journaled ones hold up nobody. */
export function inOrder({ name: service, journaled = [] }: AnyService, next: Next<RequestWork>): Next<RequestWork> {
  const chain = createKeyChain();
  return (work) => {
    const { operation, request, signal, isStream } = work;
    if (!operationFacts(service, operation).command || isStream || journaled.includes(operation)) return next(work);
    return chain.run(messageKey(service, operation, request), async () => {
      signal.throwIfAborted();
      // A handler that hangs must not hold up the commands behind it.
      return untilAborted(next(work), signal);
    });
  };
}
