import { entriesOf, type PostingBlock, readEntries } from './posting-block.ts';

/**
 * How often each document of a scope holds a term, unpacked from the blocks of the file and in order of number: of a frequent term
 * among 100,000 documents a query would read 400 rows each time.
 */
export class Postings {
  #numbers: Uint32Array;
  #counts: Uint16Array;
  #size = 0;

  constructor(blocks: readonly PostingBlock[]) {
    const size = blocks.reduce((sum, block) => sum + entriesOf(block), 0);
    this.#numbers = new Uint32Array(size);
    this.#counts = new Uint16Array(size);
    for (const block of blocks.toSorted((a, b) => a.block - b.block)) {
      this.#size = readEntries(block, this.#numbers, this.#counts, this.#size);
    }
  }

  get bytes(): number {
    return this.#numbers.length * 6 + 300;
  }

  /** Number of documents that hold the term. */
  get size(): number {
    return this.#size;
  }

  /** Number of them that the mask lets through. */
  countIn(mask: Uint8Array): number {
    let documents = 0;
    for (let at = 0; at < this.#size; at += 1) documents += mask[this.#numbers[at] as number] ?? 0;
    return documents;
  }

  /** Calls `visit` for each of them that the mask lets through. */
  forEachIn(mask: Uint8Array, visit: (number: number, count: number) => void): void {
    const [numbers, counts] = [this.#numbers, this.#counts];
    for (let at = 0; at < this.#size; at += 1) {
      const number = numbers[at] as number;
      if (mask[number] === 1) visit(number, counts[at] as number);
    }
  }

  /** Calls `visit` for each of these numbers, which must be in order, that holds the term: with its place among them. */
  forEachOf(sorted: ArrayLike<number>, visit: (index: number, count: number) => void): void {
    let at = 0;
    for (let index = 0; index < sorted.length && at < this.#size; index += 1) {
      const number = sorted[index] as number;
      at = this.#firstFrom(at, number);
      if (this.#numbers[at] === number) visit(index, this.#counts[at] as number);
    }
  }

  /** Notes a changed count, 0 for none. False: not here, where arrays would have to be moved; read it from the file again. */
  change(number: number, count: number): boolean {
    const at = this.#firstFrom(0, number);
    if (at < this.#size && this.#numbers[at] === number) {
      if (count === 0) return false;
      this.#counts[at] = count;
      return true;
    }
    if (count === 0) return true;
    if (at < this.#size) return false;
    if (at === this.#numbers.length) this.#grow();
    this.#numbers[at] = number;
    this.#counts[at] = count;
    this.#size += 1;
    return true;
  }

  /** The first place from `from` on whose number is not smaller: by steps that double, then by halves, since what is asked next is mostly near. */
  #firstFrom(from: number, number: number): number {
    const numbers = this.#numbers;
    let step = 1;
    let low = from;
    let high = from;
    while (high < this.#size && (numbers[high] as number) < number) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    high = Math.min(high, this.#size);
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const capacity = Math.max(16, this.#numbers.length * 2);
    const [numbers, counts] = [this.#numbers, this.#counts];
    this.#numbers = new Uint32Array(capacity);
    this.#numbers.set(numbers);
    this.#counts = new Uint16Array(capacity);
    this.#counts.set(counts);
  }
}
