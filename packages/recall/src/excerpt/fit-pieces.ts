import type { Piece } from './piece.ts';
import { gapMark } from './status-line.ts';

/** What an excerpt may be made of. */
export interface ExcerptParts {
  /** Reference and status of a text that is an excerpt already. */
  readonly opening: readonly Piece[];
  /** Pieces from the beginning, and from the end. */
  readonly head: readonly Piece[];
  readonly tail: readonly Piece[];
  /** What tells most first. */
  readonly telling: readonly Piece[];
  /** The newest last. */
  readonly references: readonly string[];
  /** Bytes of the whole. */
  readonly end: number;
}

/** Parts of the room; what one does not need goes to the tail, then to the head. */
const shares = { references: 0.3, telling: 0.4, tail: 0.3, head: 0.3 } as const;

/** What a text counts: its tokens, or its bytes. */
export type SizeOf = (text: string) => number;

/** An excerpt within that size: opening, head, telling lines and tail in the order of the text, and a mark for each gap. */
export function fitPieces(parts: ExcerptParts, most: number, sizeOf: SizeOf): string {
  const opening = parts.opening.map(({ text }) => text);
  for (let room = most - sizeOf(opening.join('\n')); room > 0; ) {
    const references = newestThatFit(parts.references, room * shares.references, sizeOf);
    const body = composed(parts, chosenPieces(parts, room - sizeOf(references.join('\n')), sizeOf));
    const excerpt = [...opening, body, ...references.filter((text) => !body.includes(text))].join('\n');
    const over = sizeOf(excerpt) - most;
    if (over <= 0) return excerpt;
    room -= over;
  }
  const least = [opening.join('\n'), opening[0] ?? '', gapMark(parts.end)];
  return least.find((text) => sizeOf(text) <= most) ?? '';
}

function newestThatFit(references: readonly string[], most: number, sizeOf: SizeOf): readonly string[] {
  let left = most;
  const newest = references.toReversed().filter((text) => {
    const size = sizeOf(text) + 1;
    if (size > left) return false;
    left -= size;
    return true;
  });
  return newest.toReversed();
}

function chosenPieces({ head, tail, telling }: ExcerptParts, room: number, sizeOf: SizeOf): readonly Piece[] {
  const chosen = new Set<Piece>();
  // What a mark and its line breaks take.
  const markSize = sizeOf(`\n${gapMark(99_999_999)}\n`);
  let left = room - 2 * markSize;
  const fill = (pieces: readonly Piece[], most: number, standsApart: boolean): void => {
    let own = Math.min(left, most);
    for (const piece of pieces) {
      if (chosen.has(piece)) continue;
      const size = sizeOf(piece.text) + (standsApart ? markSize : 1);
      // Head and tail have no gaps, so that nothing reads as if it followed from what it does not follow.
      if (size > own && !standsApart) return;
      if (size > own) continue;
      chosen.add(piece);
      own -= size;
      left -= size;
    }
  };
  const fromEnd = tail.toReversed();
  fill(telling, room * shares.telling, true);
  fill(fromEnd, room * shares.tail, false);
  fill(head, room * shares.head, false);
  fill(fromEnd, left, false);
  fill(head, left, false);
  return [...chosen].toSorted((a, b) => a.start - b.start);
}

function composed({ opening, end }: ExcerptParts, pieces: readonly Piece[]): string {
  let text = '';
  let position = opening.at(-1)?.end ?? 0;
  const add = (more: string) => {
    text += text === '' || text.endsWith('\n') ? more : `\n${more}`;
  };
  for (const piece of pieces) {
    if (piece.start > position) add(`${gapMark(piece.start - position)}\n`);
    text += piece.endsLine ? `${piece.text}\n` : piece.text;
    position = piece.end;
  }
  if (end > position) add(gapMark(end - position));
  return text.replace(/\n$/, '');
}
