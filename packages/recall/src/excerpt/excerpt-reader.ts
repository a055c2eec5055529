import { referencesIn } from '@agent-mem/contract';
import { countTokens } from '../ranking/tokens.ts';
import { fitPieces, type SizeOf } from './fit-pieces.ts';
import { type Piece, PieceReader } from './piece.ts';
import { gapBytes, isStatusLine } from './status-line.ts';
import { TellingPieces } from './telling-pieces.ts';

/** Bytes of head and tail that are held for each token of the excerpt; a token is four on the average. */
const bytesPerToken = 16;
const mostReferences = 100;

/** Reads a text of any length, part by part, and holds what its excerpt may show. */
export class ExcerptReader {
  readonly #most: number;
  readonly #sizeOf: SizeOf;
  readonly #window: number;
  readonly #pieces: PieceReader;
  readonly #telling = new TellingPieces();
  readonly #references = new Set<string>();
  readonly #opening: Piece[] = [];
  readonly #head: Piece[] = [];
  #tail: Piece[] = [];
  #tailFrom = 0;
  #isOpening = true;
  #end = 0;

  constructor(most: number, sizeOf: SizeOf = countTokens) {
    this.#most = most;
    this.#sizeOf = sizeOf;
    this.#pieces = new PieceReader(Math.min(400, Math.max(24, Math.floor(most / 2))));
    this.#window = 1_000 + most * bytesPerToken;
  }

  /** Lines read so far. */
  get lines(): number {
    return this.#pieces.lines;
  }

  push(part: string): void {
    for (const piece of this.#pieces.push(part)) this.#take(piece);
  }

  /** What the text comes to, within the size; nothing can be pushed behind it. */
  end(): string {
    for (const piece of this.#pieces.end()) this.#take(piece);
    return fitPieces(
      {
        opening: this.#opening,
        head: this.#head,
        tail: this.#tail.slice(this.#tailFrom),
        telling: this.#telling.best(),
        references: [...this.#references],
        end: this.#end,
      },
      this.#most,
      this.#sizeOf,
    );
  }

  #take(piece: Piece): void {
    this.#end = piece.end;
    const references = piece.text.includes('[MemoryRef:') ? referencesIn(piece.text) : [];
    // A text that is an excerpt already begins with its reference and its status.
    this.#isOpening &&= isStatusLine(piece.text) || references.some(({ text }) => text === piece.text);
    if (this.#isOpening) {
      this.#opening.push(piece);
      return;
    }
    if (gapBytes(piece.text) !== null) return;
    for (const { text } of references) {
      this.#references.delete(text);
      this.#references.add(text);
    }
    for (const oldest of this.#references) {
      if (this.#references.size <= mostReferences) break;
      this.#references.delete(oldest);
    }
    if (piece.end - (this.#head[0]?.start ?? piece.start) <= this.#window) this.#head.push(piece);
    this.#tail.push(piece);
    while (piece.end - (this.#tail[this.#tailFrom]?.end ?? piece.end) > this.#window) this.#tailFrom += 1;
    if (this.#tailFrom > 4_096) {
      this.#tail = this.#tail.slice(this.#tailFrom);
      this.#tailFrom = 0;
    }
    this.#telling.add(piece);
  }
}
