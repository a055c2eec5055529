import { type Clock, noLongerNeeded } from '@agent-mem/contract';

/** Since the first write that the log holds, in milliseconds. */
const cleanedAfterMs = 1_000;
/** Then it waits until nothing was read or written for so long: a request reads before it writes, and somebody waits for it. */
const quietMs = 50;
/** It waits for quiet no longer than this. */
const mostMs = 2_000;

/** Has the log begin anew a moment after it was written to: what a deletion has overwritten in the file can be read there until then. */
export class LogCleaner implements Disposable {
  readonly #clean: () => Promise<void>;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  #isWaiting = false;
  #usedAt = 0;

  /** `clean` is called between two writes, and never rejects. */
  constructor(clean: () => Promise<void>, clock: Clock) {
    this.#clean = clean;
    this.#clock = clock;
  }

  /** Something is read or written: the log is not cleaned in this moment. */
  used(): void {
    this.#usedAt = this.#clock.now();
  }

  /** The log holds something. */
  written(): void {
    this.used();
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    void this.#cleanSoon();
  }

  async #cleanSoon(): Promise<void> {
    const { signal } = this.#stopped;
    const sleep = (ms: number) => this.#clock.sleep(ms, signal).catch(() => undefined);
    await sleep(cleanedAfterMs);
    for (let waitedMs = 0; waitedMs < mostMs && this.#isBusy && !signal.aborted; waitedMs += quietMs) await sleep(quietMs);
    this.#isWaiting = false;
    if (!signal.aborted) await this.#clean();
  }

  get #isBusy(): boolean {
    return this.#clock.now() - this.#usedAt < quietMs;
  }

  [Symbol.dispose](): void {
    this.#stopped.abort(noLongerNeeded);
  }
}
