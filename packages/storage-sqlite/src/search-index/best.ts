/** Keeps the `limit` entries with the highest scores among all that are offered: a heap with the worst of them on top. */
export class Best {
  readonly #limit: number;
  readonly #heap: (readonly [number: number, score: number])[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(number: number, score: number): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push([number, score]);
      this.#rise(heap.length - 1);
    } else if (score > this.#scoreAt(0)) {
      heap[0] = [number, score];
      this.#sink(0);
    }
  }

  /** Scores by number. */
  kept(): ReadonlyMap<number, number> {
    return new Map(this.#heap);
  }

  #scoreAt(at: number): number {
    return this.#heap[at]?.[1] ?? Number.POSITIVE_INFINITY;
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (this.#scoreAt(parent) <= this.#scoreAt(at)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const smaller = this.#scoreAt(left + 1) < this.#scoreAt(left) ? left + 1 : left;
      if (this.#scoreAt(smaller) >= this.#scoreAt(at)) return;
      this.#swap(at, smaller);
      at = smaller;
    }
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (!first || !second) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}
