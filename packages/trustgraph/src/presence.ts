import { type Clock, isWithin } from '@agent-mem/contract';

/** Longest wait for a service that is asked whether it is there, in milliseconds: two are asked one after the other within two seconds. */
export const presenceMs = 900;
/** As long after any answer it counts as there, in milliseconds. */
const freshMs = 60_000;

/**
 * Whether a service stands behind its queue. No broker tells who consumes a topic that is not persistent, so it is there if it has answered anybody of
 * late, or answers a question that costs no model.
 */
export class Presence {
  readonly #clock: Clock;
  #heardAt: number | null = null;
  #asking: Promise<boolean> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An answer came, to whomever. */
  heard(): void {
    this.#heardAt = this.#clock.now();
  }

  /** It was silent for too long: it is asked again before it counts as there. */
  missed(): void {
    this.#heardAt = null;
  }

  /** `ask` asks it something, and settles at the latest after `presenceMs`. Callers that come meanwhile wait for the same answer. */
  async isThere(ask: () => Promise<unknown>): Promise<boolean> {
    if (this.#heardAt !== null && isWithin(freshMs, this.#heardAt, this.#clock.now())) return true;
    this.#asking ??= this.#ask(ask).finally(() => {
      this.#asking = null;
    });
    return await this.#asking;
  }

  async #ask(ask: () => Promise<unknown>): Promise<boolean> {
    const begun = this.#clock.now();
    // A refusal is an answer too.
    await ask().catch(() => undefined);
    return this.#heardAt !== null && this.#heardAt >= begun;
  }
}
