import { gapBytes } from './status-line.ts';

/** A line of a text, or a part of a long one. */
export interface Piece {
  /** Without its line break. */
  readonly text: string;
  /** Where it begins and ends in bytes of the source; the marks of an earlier excerpt stand for the bytes they name. */
  readonly start: number;
  readonly end: number;
  readonly endsLine: boolean;
}

/** A line without an end is divided when so much of it has come; half of it waits, so that no reference is cut. */
const longestWait = 16_384;
const referenceStart = '[MemoryRef:';

/** Divides a text that comes in parts into pieces. */
export class PieceReader {
  readonly #longest: number;
  #rest = '';
  #offset = 0;
  #lines = 0;

  /** The longest piece, in characters. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Line breaks so far, and one more for what stands behind the last. */
  get lines(): number {
    return this.#lines;
  }

  *push(part: string): Iterable<Piece> {
    const text = this.#rest + part;
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield* this.#piecesOf(text.slice(from, end), true);
      from = end + 1;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length <= longestWait) return;
    const line = this.#rest;
    let cut = 0;
    while (line.length - cut > longestWait / 2) {
      const end = endOfPiece(line, cut, this.#longest);
      yield this.#piece(line.slice(cut, end), false);
      cut = end;
    }
    this.#rest = line.slice(cut);
  }

  *end(): Iterable<Piece> {
    if (this.#rest === '') return;
    yield* this.#piecesOf(this.#rest, false);
    this.#lines += 1;
    this.#rest = '';
  }

  *#piecesOf(line: string, endsLine: boolean): Iterable<Piece> {
    let from = 0;
    do {
      const end = endOfPiece(line, from, this.#longest);
      yield this.#piece(line.slice(from, end), endsLine && end >= line.length);
      from = end;
    } while (from < line.length);
  }

  #piece(text: string, endsLine: boolean): Piece {
    const start = this.#offset;
    this.#offset += gapBytes(text) ?? Buffer.byteLength(text) + (endsLine ? 1 : 0);
    if (endsLine) this.#lines += 1;
    return { text, start, end: this.#offset, endsLine };
  }
}

/** Where the piece that begins here ends: neither inside a reference nor inside a sign, and between words where it can. */
function endOfPiece(line: string, from: number, longest: number): number {
  if (line.length - from <= longest / 4) return line.length;
  // Signs beyond Latin take about a token each.
  const dense = /[^\p{ASCII}\p{sc=Latin}]{8}/u.test(line.slice(from, from + longest));
  let end = from + Math.ceil(dense ? longest / 4 : longest);
  if (end >= line.length) return line.length;
  // Nothing before the piece is looked at: a line may be as long as the text.
  const piece = line.slice(from, end + referenceStart.length);
  const reference = piece.lastIndexOf(referenceStart);
  let close = -1;
  if (reference >= 0) {
    const length = line.slice(from + reference, from + reference + longestWait / 2).indexOf(']');
    if (length > 0) close = reference + length;
    if (close >= end - from) return reference > 0 ? from + reference : from + close + 1;
  }
  const space = piece.lastIndexOf(' ', end - from - 1);
  if (space > close && space > ((end - from) * 2) / 3) return from + space + 1;
  if (/[\uD800-\uDBFF]/.test(line.charAt(end - 1))) end -= 1;
  return end;
}
