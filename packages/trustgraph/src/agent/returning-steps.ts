import type { Clock } from '@agent-mem/contract';

/** Steps that went to the queue of their flow and have not come back from it. One that is not back in time is another instance's. */
export class ReturningSteps {
  readonly #clock: Clock;
  readonly #returnMs: number;
  /** When each was handed on, in milliseconds since 1970, by the id of its question. The oldest is first. */
  readonly #handedOnAt = new Map<string, number>();
  #onLast: () => void = () => {};

  /** A step is back within `returnMs` milliseconds, or another instance has it. */
  constructor(clock: Clock, returnMs: number) {
    this.#clock = clock;
    this.#returnMs = returnMs;
  }

  add(id: string): void {
    const now = this.#clock.now();
    for (const [other, at] of this.#handedOnAt) {
      if (now - at <= this.#returnMs) break;
      this.#handedOnAt.delete(other);
    }
    this.#handedOnAt.delete(id);
    this.#handedOnAt.set(id, now);
  }

  has(id: string): boolean {
    return this.#handedOnAt.has(id);
  }

  cameBack(id: string): void {
    this.#handedOnAt.delete(id);
    if (this.#handedOnAt.size === 0) this.#onLast();
  }

  /** Resolves when all are back, or are another instance's. */
  async allBack(): Promise<void> {
    const newest = Math.max(...this.#handedOnAt.values());
    const restMs = newest + this.#returnMs - this.#clock.now();
    if (!(restMs > 0)) return;
    const back = new AbortController();
    this.#onLast = () => back.abort();
    await this.#clock.sleep(restMs, back.signal).catch(() => undefined);
  }
}
