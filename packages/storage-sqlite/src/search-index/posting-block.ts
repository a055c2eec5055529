/**
 * The postings of a term for 256 documents that follow each other: three bytes an entry (place, count as 16 bits), in order of place.
 * A row for every posting would cost a microsecond each to read, and a frequent term has one in every document.
 */

const entryBytes = 3;
const maxCount = 0xffff;

/** The block of a document. */
export function blockOf(number: number): number {
  return Math.floor(number / 256);
}

/** The block with the counts of these documents changed; a count of 0 removes. Empty when nothing is left. */
export function editBlock(entries: Uint8Array, changes: ReadonlyMap<number, number>): Uint8Array {
  const counts = new Uint16Array(256);
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) counts[byteAt(entries, at)] = countAt(entries, at);
  for (const [number, count] of changes)
    counts[number % 256] = count > 0 ? Math.max(1, Math.min(Math.round(count), maxCount)) : 0;
  const edited: number[] = [];
  for (const [place, count] of counts.entries()) if (count > 0) edited.push(place, count & 0xff, count >> 8);
  return Uint8Array.from(edited);
}

/** Calls with the number and count of each document that holds the term. */
export function readBlock(block: number, entries: Uint8Array, see: (number: number, count: number) => void): void {
  const first = block * 256;
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) see(first + byteAt(entries, at), countAt(entries, at));
}

function countAt(entries: Uint8Array, at: number): number {
  return byteAt(entries, at + 1) | (byteAt(entries, at + 2) << 8);
}

function byteAt(entries: Uint8Array, at: number): number {
  return entries[at] ?? 0;
}
