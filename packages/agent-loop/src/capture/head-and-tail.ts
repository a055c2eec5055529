import type { ContentPiece } from './content-pieces.ts';

/** Most bytes of one detail. */
const mostBytes = 64 * 1_024 * 1_024;

/** Content within what one detail may have: of longer content head and tail, half each. */
export interface HeadAndTail {
  readonly pieces: AsyncIterable<ContentPiece>;
  /** Bytes of the middle that are left out; known when the pieces are over. */
  missingBytes(): number;
}

/** Only the tail is held until the end is known. */
export function headAndTail(source: AsyncIterable<ContentPiece>, most: number = mostBytes): HeadAndTail {
  let missing = 0;
  async function* pieces(): AsyncGenerator<ContentPiece> {
    const tail: ContentPiece[] = [];
    let first = 0;
    let headBytes = 0;
    let tailBytes = 0;
    for await (const piece of source) {
      const bytes = bytesOf(piece);
      if (tail.length === 0 && headBytes + bytes <= most / 2) {
        headBytes += bytes;
        yield piece;
        continue;
      }
      tail.push(piece);
      tailBytes += bytes;
      while (headBytes + tailBytes > most && first < tail.length - 1) {
        const dropped = bytesOf(tail[first] ?? '');
        tail[first] = '';
        first += 1;
        tailBytes -= dropped;
        missing += dropped;
      }
    }
    for (const piece of tail.slice(first)) yield piece;
  }
  return { pieces: pieces(), missingBytes: () => missing };
}

/** Bytes of UTF-8, or the bytes themselves. */
export function bytesOf(piece: ContentPiece): number {
  return typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
}
