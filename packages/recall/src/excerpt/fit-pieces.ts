import { countTokens } from '../ranking/tokens.ts';
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
/** What a mark and its line breaks take. */
const markTokens = 14;

/** An excerpt within the tokens: opening, head, telling lines and tail in the order of the text, and a mark for each gap. */
export function fitPieces(parts: ExcerptParts, maxTokens: number): string {
  const opening = parts.opening.map(({ text }) => text);
  for (let room = maxTokens - countTokens(opening.join('\n')); room > 0; ) {
    const references = newestThatFit(parts.references, room * shares.references);
    const body = composed(parts, chosenPieces(parts, room - countTokens(references.join('\n'))));
    const excerpt = [...opening, body, ...references.filter((text) => !body.includes(text))].join('\n');
    const over = countTokens(excerpt) - maxTokens;
    if (over <= 0) return excerpt;
    room -= over;
  }
  const least = [opening.join('\n'), opening[0] ?? '', gapMark(parts.end)];
  return least.find((text) => countTokens(text) <= maxTokens) ?? '';
}

function newestThatFit(references: readonly string[], maxTokens: number): readonly string[] {
  let left = maxTokens;
  const newest = references.toReversed().filter((text) => {
    const tokens = countTokens(text) + 1;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return newest.toReversed();
}

function chosenPieces({ head, tail, telling }: ExcerptParts, room: number): readonly Piece[] {
  const chosen = new Set<Piece>();
  let left = room - 2 * markTokens;
  const fill = (pieces: readonly Piece[], most: number, standsApart: boolean): void => {
    let own = Math.min(left, most);
    for (const piece of pieces) {
      if (chosen.has(piece)) continue;
      const tokens = countTokens(piece.text) + (standsApart ? markTokens : 1);
      // Head and tail have no gaps, so that nothing reads as if it followed from what it does not follow.
      if (tokens > own && !standsApart) return;
      if (tokens > own) continue;
      chosen.add(piece);
      own -= tokens;
      left -= tokens;
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
