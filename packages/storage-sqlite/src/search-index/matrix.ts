import type { Best } from './best.ts';
import { type Kernel, kernelFor } from './kernel.ts';
import type { Pace } from './pace.ts';

const largest = 0x7fff;
/** Scale of a row that holds no vector. */
const absent = -1;
/** Rows the kernel takes in the time of one outside of it: where fewer are asked for (one conversation of many), they go one by one. */
const worthOne = 8;

/**
 * All vectors of one scope and embedder, as 16-bit numbers with a scale for each: half the memory of float32, and what the kernel
 * reads. A cosine is within 1e-4 of the float32 one (that of the static table: within 1e-5). A document's row is its number, so that
 * a scan needs no map between them.
 */
export class Matrix {
  readonly dimensions: number;
  readonly #kernel: Kernel;
  #values: Int16Array<ArrayBuffer>;
  /** What a row's numbers are multiplied with. */
  #scales: Float32Array<ArrayBuffer>;
  #size = 0;
  #rows = 0;

  constructor(dimensions: number, expectedRows = 64) {
    this.dimensions = dimensions;
    this.#kernel = kernelFor(dimensions);
    this.#values = new Int16Array(this.#kernel.stride * expectedRows);
    this.#scales = new Float32Array(expectedRows).fill(absent);
  }

  get bytes(): number {
    return this.#values.byteLength + this.#scales.byteLength;
  }

  /** Number of vectors. */
  get size(): number {
    return this.#size;
  }

  set(number: number, vector: Float32Array): void {
    if (number >= this.#scales.length) this.#grow(number + 1);
    if (this.#scales[number] === absent) this.#size += 1;
    this.#rows = Math.max(this.#rows, number + 1);
    this.#scales[number] = quantise(vector, this.#values, number * this.#kernel.stride);
  }

  remove(number: number): void {
    if (!this.#has(number)) return;
    this.#scales[number] = absent;
    this.#size -= 1;
  }

  /** Offers the cosine of each document that the mask lets through. Lets others have the event loop in between. */
  async scan(query: Float32Array, mask: Uint8Array, best: Best, pace: Pace): Promise<void> {
    const { stride, rows } = this.#kernel;
    const quantised = new Int16Array(stride);
    const scale = quantise(query, quantised, 0);
    const until = Math.min(this.#rows, mask.length);
    for (let from = 0; from < until; from += rows) {
      if (pace.isOver) await pace.nextTurn();
      const to = Math.min(from + rows, until);
      let asked = 0;
      for (let number = from; number < to; number += 1) asked += mask[number] as number;
      if (asked * worthOne < to - from) {
        this.#offerSome(from, to, query, mask, best);
        continue;
      }
      const dots = this.#kernel.dots(quantised, this.#values.subarray(from * stride, to * stride));
      const scales = this.#scales;
      for (let i = 0; i < dots.length; i += 1) {
        const own = scales[from + i] as number;
        if (mask[from + i] === 1 && own !== absent) best.offer(from + i, (dots[i] as number) * own * scale);
      }
    }
  }

  #offerSome(from: number, to: number, query: Float32Array, mask: Uint8Array, best: Best): void {
    for (let number = from; number < to; number += 1) {
      const cosine = mask[number] === 1 ? this.cosine(number, query) : null;
      if (cosine !== null) best.offer(number, cosine);
    }
  }

  /** `null`: the document has no vector here. */
  cosine(number: number, query: Float32Array): number | null {
    if (!this.#has(number)) return null;
    const start = number * this.#kernel.stride;
    let sum = 0;
    // The casts say what noUncheckedIndexedAccess cannot see: every index is inside.
    for (let i = 0; i < query.length; i += 1) sum += (query[i] as number) * (this.#values[start + i] as number);
    return sum * (this.#scales[number] as number);
  }

  #has(number: number): boolean {
    return (this.#scales[number] ?? absent) !== absent;
  }

  #grow(atLeast: number): void {
    const capacity = Math.max(atLeast, 64, this.#scales.length * 2);
    const [values, scales] = [this.#values, this.#scales];
    this.#values = new Int16Array(this.#kernel.stride * capacity);
    this.#values.set(values);
    this.#scales = new Float32Array(capacity).fill(absent);
    this.#scales.set(scales);
  }
}

/** Writes a vector as whole numbers from −32,767 to 32,767. Answers what to multiply them with. */
function quantise(vector: Float32Array, into: Int16Array, start: number): number {
  let most = 0;
  for (let i = 0; i < vector.length; i += 1) most = Math.max(most, Math.abs(vector[i] as number));
  const factor = most === 0 ? 0 : largest / most;
  for (let i = 0; i < vector.length; i += 1) {
    const value = (vector[i] as number) * factor;
    // Away from zero and cut, since Math.round takes three times as long.
    into[start + i] = value < 0 ? value - 0.5 : value + 0.5;
  }
  return most / largest;
}
