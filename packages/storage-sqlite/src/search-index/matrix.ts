import type { Best } from './best.ts';
import { dotRow } from './kernel.ts';

/** All vectors of one scope and embedder, one after the other. */
export class Matrix {
  readonly dimensions: number;
  #values: Float32Array<ArrayBuffer>;
  /** The document of each row. */
  readonly #numbers: number[] = [];
  readonly #rows = new Map<number, number>();

  constructor(dimensions: number, expectedRows = 64) {
    this.dimensions = dimensions;
    this.#values = new Float32Array(dimensions * expectedRows);
  }

  get bytes(): number {
    return this.#values.byteLength + this.#numbers.length * 60;
  }

  /** Number of vectors. */
  get size(): number {
    return this.#numbers.length;
  }

  set(number: number, vector: Float32Array): void {
    const row = this.#rows.get(number) ?? this.#append(number);
    this.#values.set(vector, row * this.dimensions);
  }

  /** The last row moves into the gap. */
  remove(number: number): void {
    const row = this.#rows.get(number);
    if (row === undefined) return;
    const last = this.#numbers.length - 1;
    const moved = this.#numbers[last];
    this.#values.copyWithin(row * this.dimensions, last * this.dimensions, (last + 1) * this.dimensions);
    this.#numbers.pop();
    this.#rows.delete(number);
    if (moved === undefined || moved === number) return;
    this.#numbers[row] = moved;
    this.#rows.set(moved, row);
  }

  /** Offers the cosine of each document that the mask lets through. */
  scan(query: Float32Array, mask: Uint8Array, best: Best): void {
    // By index: an iterator of entries would take longer than the products.
    for (let row = 0; row < this.#numbers.length; row += 1) {
      const number = this.#numbers[row] ?? 0;
      if (mask[number] === 1) best.offer(number, dotRow(query, this.#values, row));
    }
  }

  /** `null`: the document has no vector here. */
  cosine(number: number, query: Float32Array): number | null {
    const row = this.#rows.get(number);
    return row === undefined ? null : dotRow(query, this.#values, row);
  }

  #append(number: number): number {
    const row = this.#numbers.push(number) - 1;
    this.#rows.set(number, row);
    if ((row + 1) * this.dimensions > this.#values.length) {
      const larger = new Float32Array(Math.max(this.#values.length * 2, this.dimensions * 64));
      larger.set(this.#values);
      this.#values = larger;
    }
    return row;
  }
}
