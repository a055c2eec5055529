import type { Clock } from '@agent-mem/contract';

/** Those who wait to try the broker again, and the news that somebody has reached it, or not. */
export class BrokerReturn {
  #awaySince: number | null = null;
  readonly #waiting = new Set<AbortController>();

  /** Resolves after so many milliseconds, when the broker is there again, or when the signal is aborted. */
  async wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const waiter = new AbortController();
    this.#waiting.add(waiter);
    await clock.sleep(ms, AbortSignal.any([waiter.signal, signal])).catch(() => {});
    this.#waiting.delete(waiter);
  }

  /** How long nobody has reached the broker, in milliseconds; 0: somebody did at the last try. */
  awayMs(now: number): number {
    return this.#awaySince === null ? 0 : now - this.#awaySince;
  }

  /** Somebody tried in vain. */
  missed(now: number): void {
    this.#awaySince ??= now;
  }

  /** Somebody is connected. */
  reached(): void {
    this.#awaySince = null;
  }

  /** Somebody is connected again. */
  announce(): void {
    for (const waiter of this.#waiting) waiter.abort();
  }
}
