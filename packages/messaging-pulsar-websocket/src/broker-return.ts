import type { Clock } from '@agent-mem/contract';

/** Those who wait to try the broker again, and the news that somebody has reached it. */
export class BrokerReturn {
  readonly #waiting = new Set<AbortController>();

  /** Resolves after so many milliseconds, when the broker is there again, or when the signal is aborted. */
  async wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const told = new AbortController();
    this.#waiting.add(told);
    await clock.sleep(ms, AbortSignal.any([told.signal, signal])).catch(() => {});
    this.#waiting.delete(told);
  }

  /** Somebody is connected again. */
  tell(): void {
    for (const told of this.#waiting) told.abort();
  }
}
