import type { Clock } from '@agent-mem/contract';

/** Clients of TrustGraph take a silence of 120 seconds for a failure, and ask again. */
const everyMs = 60_000;

/** Tells again and again that something is being done, until it is disposed. What `tell` rejects with is nobody's. */
export function keepAlive(clock: Clock, tell: () => Promise<void>): Disposable {
  const over = new AbortController();
  const run = async () => {
    for (;;) {
      await clock.sleep(everyMs, over.signal);
      await tell();
    }
  };
  run().catch(() => undefined);
  return { [Symbol.dispose]: () => over.abort('over') };
}
