import { type Clock, noLongerNeeded } from '@agent-mem/contract';

/** Since the first write that the log holds, in milliseconds. */
const cleanedAfterMs = 1_000;

/** Has the log begin anew a moment after it was written to: what a deletion has overwritten in the file can be read there until then. */
export class LogCleaner implements Disposable {
  readonly #clean: () => Promise<void>;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  #isWaiting = false;

  /** `clean` is called between two writes, and never rejects. */
  constructor(clean: () => Promise<void>, clock: Clock) {
    this.#clean = clean;
    this.#clock = clock;
  }

  /** The log holds something. */
  written(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    void this.#cleanSoon();
  }

  async #cleanSoon(): Promise<void> {
    const { signal } = this.#stopped;
    await this.#clock.sleep(cleanedAfterMs, signal).catch(() => undefined);
    this.#isWaiting = false;
    if (!signal.aborted) await this.#clean();
  }

  [Symbol.dispose](): void {
    this.#stopped.abort(noLongerNeeded);
  }
}
