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

/** The block with the counts of these documents changed; a count of 0 removes. Empty when nothing is left. */
export function editBlock(entries: Uint8Array, changes: ReadonlyMap<number, number>): Uint8Array<ArrayBuffer> {
  const counts = new Uint16Array(blockSize);
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) counts[byteAt(entries, at)] = countAt(entries, at);
  for (const [number, count] of changes)
    counts[number % blockSize] = count > 0 ? Math.max(1, Math.min(Math.round(count), maxCount)) : 0;
  const edited: number[] = [];
  for (const [place, count] of counts.entries()) if (count > 0) edited.push(place, count & 0xff, count >> 8);
  return Uint8Array.from(edited);
}

/** Adds weight · tf / (tf + 1.2) to the score of each document that holds the term and that the mask lets through, and notes it as held. */
export function scoreBlock(
  { block, entries }: PostingBlock,
  weight: number,
  { mask, scores, held }: { readonly mask: Uint8Array; readonly scores: Float64Array; readonly held: Uint8Array },
): void {
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
    const number = block * blockSize + byteAt(entries, at);
    if (mask[number] !== 1) continue;
    const count = countAt(entries, at);
    held[number] = 1;
    scores[number] = (scores[number] ?? 0) + (weight * count) / (count + 1.2);
  }
}

/** Number of documents that hold the term and that the mask lets through. */
export function countBlock({ block, entries }: PostingBlock, mask: Uint8Array): number {
  let documents = 0;
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
    documents += mask[block * blockSize + byteAt(entries, at)] ?? 0;
  }
  return documents;
}

function countAt(entries: Uint8Array, at: number): number {
  return byteAt(entries, at + 1) | (byteAt(entries, at + 2) << 8);
}

function byteAt(entries: Uint8Array, at: number): number {
  return entries[at] ?? 0;
}
