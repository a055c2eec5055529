import type { Best } from './best.ts';

/**
 * Sums by document, reused from query to query: what an earlier one left is known by its round, so nothing is cleared, and only
 * documents that were touched are looked at in the end. Between `begin` and `offerTo` nothing may be awaited.
 */
export class Scores {
  #sums = new Float64Array(0);
  #rounds = new Uint32Array(0);
  #touched = new Uint32Array(0);
  #size = 0;
  #round = 0;

  /** Starts a query over numbers below `capacity`. */
  begin(capacity: number): void {
    if (capacity > this.#sums.length) {
      const larger = Math.max(capacity, this.#sums.length * 2);
      this.#sums = new Float64Array(larger);
      this.#rounds = new Uint32Array(larger);
      this.#touched = new Uint32Array(larger);
    }
    if (this.#round === 0xffffffff) {
      this.#rounds.fill(0);
      this.#round = 0;
    }
    this.#round += 1;
    this.#size = 0;
  }

  add(number: number, score: number): void {
    if (this.#rounds[number] !== this.#round) {
      this.#rounds[number] = this.#round;
      this.#sums[number] = 0;
      this.#touched[this.#size] = number;
      this.#size += 1;
    }
    this.#sums[number] = (this.#sums[number] as number) + score;
  }

  offerTo(best: Best): void {
    for (let at = 0; at < this.#size; at += 1) {
      const number = this.#touched[at] as number;
      best.offer(number, this.#sums[number] as number);
    }
  }
}
