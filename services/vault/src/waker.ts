import type { Clock } from '@agent-mem/contract';

/** A pause that can be cut short. */
export class Waker {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #sleeping = new AbortController();
  #isWoken = false;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Cuts the present pause short, or the next one where there is none. */
  wake(): void {
    this.#isWoken = true;
    this.#sleeping.abort();
  }

  /** Resolves after so many milliseconds, when woken, or when the signal is aborted; never before the least. */
  async pause(ms: number, leastMs: number): Promise<void> {
    await this.#clock.sleep(leastMs, this.#signal).catch(() => undefined);
    if (!this.#isWoken) {
      this.#sleeping = new AbortController();
      await this.#clock.sleep(ms - leastMs, AbortSignal.any([this.#signal, this.#sleeping.signal])).catch(() => undefined);
    }
    this.#isWoken = false;
  }
}
