/** A part of a page: where it begins, and where it is over. */
export type Part = readonly [start: number, end: number];

/** The file's own header stands before that of the first page. */
const fileHeaderBytes = 100;
const leafHeaderBytes = 8;
const innerHeaderBytes = 12;
/** The first byte of a page that holds rows or keys (https://sqlite.org/fileformat2.html#b_tree_pages). Any other page begins with a page's number. */
const leaves: ReadonlySet<number> = new Set([0x0a, 0x0d]);
const inner: ReadonlySet<number> = new Set([0x02, 0x05]);
/** A free block begins with where the next one is and how long it is itself. */
const blockHeaderBytes = 4;

/**
 * The parts of a page that hold no row and no key: between the pointers and what they point to, and in each free block. What was moved to another page
 * has left its bytes there. None of a page that is no page of a tree, or that is not as it should be.
 */
export function unusedParts(page: Buffer, isFirst: boolean): readonly Part[] {
  const header = isFirst ? fileHeaderBytes : 0;
  const kind = page.readUInt8(header);
  if (!leaves.has(kind) && !inner.has(kind)) return [];
  const pointers = header + (leaves.has(kind) ? leafHeaderBytes : innerHeaderBytes);
  const pointersEnd = pointers + 2 * page.readUInt16BE(header + 3);
  const contentStart = page.readUInt16BE(header + 5) || 65_536;
  if (pointersEnd > contentStart || contentStart > page.length) return [];
  const parts: Part[] = [[pointersEnd, contentStart]];
  let block = page.readUInt16BE(header + 1);
  for (let after = contentStart; block !== 0; ) {
    if (block < after || block + blockHeaderBytes > page.length) return [];
    const end = block + page.readUInt16BE(block + 2);
    if (end < block + blockHeaderBytes || end > page.length) return [];
    parts.push([block + blockHeaderBytes, end]);
    after = end;
    block = page.readUInt16BE(block);
  }
  return parts.filter(([start, end]) => end > start);
}
