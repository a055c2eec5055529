import { ExcerptReader } from '@agent-mem/recall/excerpt';
import { plainText } from '../bounded-text.ts';
import type { LoopConfig } from '../config.ts';
import type { ContentPiece } from './content-pieces.ts';

/** Room for reference and status. */
const openingTokens = 100;

/** Reads content on its way, for both that it may come to: the excerpt beside a reference, and the one that stands alone. */
export class Excerpts {
  readonly #beside: ExcerptReader;
  readonly #alone: ExcerptReader;
  /** Read so far. */
  bytes = 0;

  constructor(config: Pick<LoopConfig, 'DETAIL_CAPTURE_TOKENS' | 'TOOL_OUTPUT_MAX_BYTES'>) {
    this.#beside = new ExcerptReader(Math.max(openingTokens, config.DETAIL_CAPTURE_TOKENS - openingTokens));
    this.#alone = new ExcerptReader(config.TOOL_OUTPUT_MAX_BYTES, Buffer.byteLength);
  }

  get lines(): number {
    return this.#beside.lines;
  }

  async *of(pieces: AsyncIterable<ContentPiece>): AsyncGenerator<ContentPiece> {
    for await (const piece of pieces) {
      this.bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
      if (typeof piece === 'string') for (const reader of [this.#beside, this.#alone]) reader.push(piece);
      yield piece;
    }
  }

  /** Once all was read; empty where nothing was text. */
  besideReference(): string {
    return plainText(this.#beside.end()).trim();
  }

  /** Once all was read; empty where nothing was text. */
  alone(): string {
    return plainText(this.#alone.end()).trim();
  }
}
