/**
 * The postings of a term for 256 documents that follow each other: three bytes an entry (place, count as 16 bits), in order of place.
 * A row for every posting would cost a microsecond each to read, and a frequent term has one in every document.
 */

const blockSize = 256;
const entryBytes = 3;
const maxCount = 0xffff;

/** A row of `index_postings`. */
export interface PostingBlock {
  readonly block: number;
  readonly entries: Uint8Array;
}

/** The block of a document. */
export function blockOf(number: number): number {
  return Math.floor(number / blockSize);
}

/**
 * The block with the counts of these documents changed; a count of 0 removes. Empty when nothing is left. What lies between the
 * changes is copied as it is: each word of each message changes a block, and to unpack it took ten times as long.
 */
export function editBlock(entries: Uint8Array, changes: ReadonlyMap<number, number>): Uint8Array<ArrayBuffer> {
  const edited = new Uint8Array(entries.length + changes.size * entryBytes);
  let [read, written] = [0, 0];
  const copyUntil = (end: number) => {
    edited.set(entries.subarray(read, end), written);
    written += end - read;
    read = end;
  };
  for (const [number, given] of [...changes].sort((a, b) => a[0] - b[0])) {
    const slot = number % blockSize;
    let end = read;
    while (end < entries.length && byteAt(entries, end) < slot) end += entryBytes;
    copyUntil(end);
    if (entries[read] === slot) read += entryBytes;
    const count = storedCount(given);
    if (count === 0) continue;
    edited[written] = slot;
    edited[written + 1] = count & 0xff;
    edited[written + 2] = count >> 8;
    written += entryBytes;
  }
  copyUntil(entries.length);
  return edited.slice(0, written);
}

/** Number of documents in a block. */
export function entriesOf({ entries }: PostingBlock): number {
  return Math.floor(entries.length / entryBytes);
}

/** Writes the documents of a block and their counts from `start` on. Answers the place after the last. */
export function readEntries({ block, entries }: PostingBlock, numbers: Uint32Array, counts: Uint16Array, start: number): number {
  let slot = start;
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
    numbers[slot] = block * blockSize + byteAt(entries, at);
    counts[slot] = countAt(entries, at);
    slot += 1;
  }
  return slot;
}

/** A count as a block keeps it. */
export function storedCount(count: number): number {
  return count > 0 ? Math.max(1, Math.min(Math.round(count), maxCount)) : 0;
}

function countAt(entries: Uint8Array, at: number): number {
  return byteAt(entries, at + 1) | (byteAt(entries, at + 2) << 8);
}

function byteAt(entries: Uint8Array, at: number): number {
  return entries[at] ?? 0;
}
