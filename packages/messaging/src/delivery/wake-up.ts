import { type Clock, hourMs } from '@agent-mem/contract';

/** A far time is slept towards in pieces: the machine's timers overflow after 24 days, and then fire at once. */
const longestSleepMs = hourMs;
/** A reason of our own: a signal that is aborted without one makes an error with its stack, each time. */
const replaced = 'replaced';

/** Calls back once when a time has come, or somewhat before a far one: the callback looks again. */
export class WakeUp {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #sleep: { readonly until: number; readonly abort: AbortController } | null = null;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Milliseconds since 1970. An earlier time replaces the one that is set, a later one does not. */
  at(time: number): void {
    if (this.#sleep && this.#sleep.until <= time) return;
    this.#sleep?.abort.abort(replaced);
    const sleep = { until: time, abort: new AbortController() };
    this.#sleep = sleep;
    const waitMs = Math.min(Math.max(1, Math.ceil(time - this.#clock.now())), longestSleepMs);
    this.#clock.sleep(waitMs, sleep.abort.signal).then(
      () => {
        if (this.#sleep === sleep) this.#sleep = null;
        this.#wake();
      },
      () => {},
    );
  }

  cancel(): void {
    this.#sleep?.abort.abort(replaced);
    this.#sleep = null;
  }
}
