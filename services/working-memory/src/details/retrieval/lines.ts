import { setImmediate } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import type { StoredBytes } from '../read-content.ts';

/** A line of a content, without its end. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The position of its first byte. */
  readonly start: number;
  /** The position behind it and its end. */
  readonly end: number;
}

const pieceBytes = 512 * 1024;

/** The lines of a text in order, read piece by piece. Throws `invalid-argument` where the content is no text. */
export async function* linesOf(content: StoredBytes, signal: AbortSignal): AsyncIterable<Line> {
  let rest = Buffer.alloc(0);
  let start = 0;
  let number = 1;
  for (let offset = 0; offset < content.sizeBytes; ) {
    const piece = await content.read({ offset, maxBytes: pieceBytes });
    if (piece.length === 0) break;
    offset += piece.length;
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    let from = 0;
    // What was read before holds no end of a line.
    for (let at = bytes.indexOf(10, rest.length); at >= 0; at = bytes.indexOf(10, from)) {
      yield { number, text: textOf(bytes.subarray(from, at)), start: start + from, end: start + at + 1 };
      number += 1;
      from = at + 1;
    }
    rest = bytes.subarray(from);
    start += from;
    // A long content holds up nothing else of this process.
    await setImmediate();
    signal.throwIfAborted();
  }
  if (rest.length > 0) yield { number, text: textOf(rest), start, end: start + rest.length };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r$/, '');
  } catch {
    throw new OperationError('invalid-argument', 'encoding: the content is not text; ask for bytes as base64');
  }
}
