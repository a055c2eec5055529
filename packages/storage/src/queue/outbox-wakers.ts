import type { Scope } from '@agent-mem/contract';
import type { GraphMaintenance } from '../graph-maintenance.ts';

/** Who is called back when a commit has put something into the outbox of a store. */
export interface OutboxWakers extends Pick<GraphMaintenance, 'onOutbox'> {
  /** Calls all of them back. */
  wake(scope: Scope): void;
}

/** Nobody yet. */
export function createOutboxWakers(): OutboxWakers {
  const wakers = new Set<(scope: Scope) => void>();
  return {
    onOutbox(wake) {
      // A waker of its own, so that the same function may be given twice.
      const waker = (scope: Scope) => wake(scope);
      wakers.add(waker);
      return { [Symbol.dispose]: () => void wakers.delete(waker) };
    },
    wake(scope) {
      for (const wake of wakers) wake(scope);
    },
  };
}
