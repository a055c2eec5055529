/** Keeps the `limit` numbers with the highest scores among all that are offered: a heap with the worst of them on top. */
export class Best {
  readonly #limit: number;
  // Arrays of plain numbers: a tuple for each that lives for a while would be garbage a moment later.
  readonly #numbers: Uint32Array;
  readonly #scores: Float64Array;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#numbers = new Uint32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  offer(number: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#size += 1;
      this.#rise(this.#size - 1, number, score);
    } else if (score > (this.#scores[0] as number)) {
      this.#sink(number, score);
    }
  }

  /** In no particular order. */
  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#size);
  }

  #rise(from: number, number: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#scoreAt(parent) <= score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#place(at, number, score);
  }

  /** In the place of the worst. */
  #sink(number: number, score: number): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const smaller = this.#scoreAt(left + 1) < this.#scoreAt(left) ? left + 1 : left;
      if (this.#scoreAt(smaller) >= score) break;
      this.#move(smaller, at);
      at = smaller;
    }
    this.#place(at, number, score);
  }

  #scoreAt(at: number): number {
    return at < this.#size ? (this.#scores[at] as number) : Number.POSITIVE_INFINITY;
  }

  #move(from: number, to: number): void {
    this.#place(to, this.#numbers[from] as number, this.#scores[from] as number);
  }

  #place(at: number, number: number, score: number): void {
    this.#numbers[at] = number;
    this.#scores[at] = score;
  }
}
