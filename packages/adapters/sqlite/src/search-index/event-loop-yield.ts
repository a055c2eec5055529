import { setImmediate } from 'node:timers/promises';

/** Longest that a piece of long work keeps the event loop from others. */
const longestMs = 4;

/** Cuts long work into pieces: the work asks now and then whether its turn is over, and then waits for its next one. */
export class EventLoopYield {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since > longestMs;
  }

  async nextTurn(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
