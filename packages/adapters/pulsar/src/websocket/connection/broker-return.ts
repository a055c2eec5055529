import type { Clock } from '@agent-mem/contract';

/** Those who wait to try the broker again, and the news that somebody has reached it. */
export class BrokerReturn {
  readonly #waiting = new Set<AbortController>();

  /** Resolves after so many milliseconds, when the broker is there again, or when the signal is aborted. */
  async wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const waiter = new AbortController();
    this.#waiting.add(waiter);
    await clock.sleep(ms, AbortSignal.any([waiter.signal, signal])).catch(() => {});
    this.#waiting.delete(waiter);
  }

  /** Somebody is connected again. */
  announce(): void {
    for (const waiter of this.#waiting) waiter.abort();
  }
}
