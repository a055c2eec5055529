import type { Best } from './best.ts';
import type { EventLoopYield } from './event-loop-yield.ts';
import { type Kernel, kernelFor } from './kernel.ts';

const largest = 0x7fff;
/** Scale of a row that holds no vector. */
const absent = -1;
/** Rows the kernel takes in the time of one outside of it: where fewer are asked for (one conversation of many), they go one by one. */
const worthOne = 8;
const fewestRows = 32;

/** As many rows as the kernel takes at once, or fewer. */
interface Piece {
  readonly values: Int16Array<ArrayBuffer>;
  /** What each row's numbers are multiplied with. */
  readonly scales: Float32Array<ArrayBuffer>;
}

/**
 * All vectors of one scope and embedder, as 16-bit numbers with a scale for each: half the memory of float32, and what the kernel
 * reads. A cosine is within 1e-4 of the float32 one (that of the static table: within 1e-5). A document's row is its number, so that
 * a scan needs no map between them. In pieces, so that a matrix that grows is never copied, and numbers without vectors cost little.
 */
export class Matrix {
  readonly dimensions: number;
  readonly #kernel: Kernel;
  readonly #pieces: (Piece | null)[] = [];
  #size = 0;
  #bytes = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#kernel = kernelFor(dimensions);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Number of vectors. */
  get size(): number {
    return this.#size;
  }

  set(number: number, vector: Float32Array): void {
    const { rows, stride } = this.#kernel;
    const row = number % rows;
    const { values, scales } = this.#pieceWith(Math.floor(number / rows), row);
    if (scales[row] === absent) this.#size += 1;
    scales[row] = quantise(vector, values, row * stride);
  }

  remove(number: number): void {
    const { rows } = this.#kernel;
    const scales = this.#pieces[Math.floor(number / rows)]?.scales;
    const row = number % rows;
    if (!scales || (scales[row] ?? absent) === absent) return;
    scales[row] = absent;
    this.#size -= 1;
  }

  /** Offers the cosine of each document that the mask lets through. Lets others have the event loop in between. */
  async scan(query: Float32Array, mask: Uint8Array, best: Best, eventLoop: EventLoopYield): Promise<void> {
    const { stride, rows } = this.#kernel;
    const quantised = new Int16Array(stride);
    const scale = quantise(query, quantised, 0);
    for (let index = 0; index < this.#pieces.length; index += 1) {
      if (eventLoop.isOver) await eventLoop.nextTurn();
      const piece = this.#pieces[index];
      const from = index * rows;
      const count = Math.min(piece?.scales.length ?? 0, mask.length - from);
      if (!piece || count <= 0) continue;
      let asked = 0;
      for (let row = 0; row < count; row += 1) asked += mask[from + row] as number;
      if (asked * worthOne < count) {
        this.#offerSome(from, count, query, mask, best);
        continue;
      }
      const dots = this.#kernel.dots(quantised, piece.values.subarray(0, count * stride));
      for (let row = 0; row < count; row += 1) {
        const own = piece.scales[row] as number;
        if (mask[from + row] === 1 && own !== absent) best.offer(from + row, (dots[row] as number) * own * scale);
      }
    }
  }

  /** `null`: the document has no vector here. */
  cosine(number: number, query: Float32Array): number | null {
    const { rows, stride } = this.#kernel;
    const piece = this.#pieces[Math.floor(number / rows)];
    const row = number % rows;
    const scale = piece?.scales[row] ?? absent;
    if (!piece || scale === absent) return null;
    const { values } = piece;
    const start = row * stride;
    let sum = 0;
    // The casts say what noUncheckedIndexedAccess cannot see: every index is inside.
    for (let i = 0; i < query.length; i += 1) sum += (query[i] as number) * (values[start + i] as number);
    return sum * scale;
  }

  #offerSome(from: number, count: number, query: Float32Array, mask: Uint8Array, best: Best): void {
    for (let number = from; number < from + count; number += 1) {
      const cosine = mask[number] === 1 ? this.cosine(number, query) : null;
      if (cosine !== null) best.offer(number, cosine);
    }
  }

  /** A piece that has the row, made or made larger where it has not. */
  #pieceWith(index: number, row: number): Piece {
    while (this.#pieces.length <= index) this.#pieces.push(null);
    const former = this.#pieces[index];
    if (former && row < former.scales.length) return former;
    const { rows, stride } = this.#kernel;
    const capacity = Math.min(rows, Math.max(row + 1, fewestRows, 2 * (former?.scales.length ?? 0)));
    const piece = { values: new Int16Array(capacity * stride), scales: new Float32Array(capacity).fill(absent) };
    if (former) {
      piece.values.set(former.values);
      piece.scales.set(former.scales);
    }
    this.#pieces[index] = piece;
    this.#bytes += bytesOf(piece) - (former ? bytesOf(former) : 0);
    return piece;
  }
}

function bytesOf({ values, scales }: Piece): number {
  return values.byteLength + scales.byteLength;
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
