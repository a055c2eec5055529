import { OperationError, type Scope } from '@agent-mem/contract';
import type { SensitivePolicy } from '@agent-mem/policy';
import { ExcerptReader, statusLine } from '@agent-mem/recall/excerpt';
import { countTokens } from '@agent-mem/recall/ranking';
import { plainText } from '../bounded-text.ts';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { type ContentPiece, piecesOf } from './content-pieces.ts';
import { bytesOf, headAndTail } from './head-and-tail.ts';
import { screenedPieces } from './screened-pieces.ts';
import { storeContent } from './store-content.ts';
import type { ToolOutput } from './tool-output.ts';

/** Something that may be too long for a trace. */
export interface Captured {
  readonly output: ToolOutput;
  /** Of what gave it, such as a tool. */
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  readonly succeeded: boolean;
  /** Where the same is captured again, after a crash or in the next step. */
  readonly repeatKey: string | null;
}

/** Takes in what an invocation sees, before anything cuts it. */
export interface Capture {
  /** Whether a text is stored instead of standing in the trace. */
  isLong(text: string): boolean;
  /**
   * What the trace holds of it: a short text as it is. Anything else is stored whole and stands there as its reference, status, size and excerpt; where nothing can be stored, as
   * the excerpt alone. Rejects for the signal, and where the content itself fails.
   */
  hold(captured: Captured, signal: AbortSignal): Promise<string>;
}

/** No text of ordinary words has more characters a token. */
const charactersPerToken = 12;
/** Room for reference and status. */
const openingTokens = 100;
const descriptionCharacters = 160;

/** Captures for an invocation. `policy`: what the scope lets be stored; `null`: nothing is stored. */
export function createCapture(
  context: Pick<LoopContext, 'caller' | 'clock' | 'config' | 'log'>,
  scope: Scope,
  invocation: Invocation,
  policy: SensitivePolicy | null,
): Capture {
  const { config, log } = context;
  const most = config.DETAIL_CAPTURE_TOKENS;
  // Once it is away it is not waited for again in this invocation.
  let isAway = policy === null;

  function isLong(text: string): boolean {
    return text.length > most * charactersPerToken || countTokens(text) > most;
  }

  async function stored(captured: Captured, pieces: AsyncIterable<ContentPiece>, signal: AbortSignal): Promise<string | null> {
    if (isAway || policy === null) return null;
    const reader = new ExcerptReader(Math.max(openingTokens, most - openingTokens));
    const read = new Tally(reader);
    const bounded = headAndTail(read.through(screenedPieces(pieces, policy)));
    const description = clipped(captured.description);
    const note = { ...captured, description, contentType: captured.output.contentType ?? 'text/plain' };
    try {
      const reference = await storeContent({ context, scope, invocation }, note, bounded.pieces, bounded.missingBytes, signal);
      const excerpt = plainText(reader.end()).trim();
      const { succeeded } = captured;
      const status = statusLine({ succeeded, bytes: read.bytes, lines: reader.lines, missingBytes: bounded.missingBytes() });
      return [reference, status, ...(excerpt === '' ? [] : [excerpt])].join('\n');
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof OperationError)) throw cause;
      // What was refused for what it holds says nothing of the next.
      isAway ||= cause.type !== 'failed-precondition' && cause.type !== 'invalid-argument';
      log.warn({ invocation_id: invocation.invocationId, err: cause }, 'what is too long for the trace cannot be stored');
      return null;
    }
  }

  return {
    isLong,
    async hold(captured, signal) {
      const reader = new ExcerptReader(config.TOOL_OUTPUT_MAX_BYTES, Buffer.byteLength);
      const read = new Tally(reader);
      const source = piecesOf(captured.output);
      const opening = await openingOf(source, isLong);
      if (opening.text !== null) return plainText(opening.text).trim();
      const pieces = continued(read.through(chained(opening.pieces, source)));
      const text = await stored(captured, pieces, signal);
      if (text !== null) return text;
      // Read to its end all the same: the tail tells how it ended.
      for await (const _ of pieces) signal.throwIfAborted();
      const excerpt = plainText(reader.end()).trim();
      const { succeeded } = captured;
      return excerpt === '' ? statusLine({ succeeded, bytes: read.bytes, lines: reader.lines }) : excerpt;
    },
  };
}

/** Counts what passes, and has it read. */
class Tally {
  readonly #reader: ExcerptReader;
  bytes = 0;

  constructor(reader: ExcerptReader) {
    this.#reader = reader;
  }

  async *through(pieces: AsyncIterable<ContentPiece>): AsyncGenerator<ContentPiece> {
    for await (const piece of pieces) {
      this.bytes += bytesOf(piece);
      if (typeof piece === 'string') this.#reader.push(piece);
      yield piece;
    }
  }
}

/** The first pieces, until they are too long for a trace; `text`: all of it, where it is not. */
async function openingOf(
  pieces: AsyncIterator<ContentPiece>,
  isLong: (text: string) => boolean,
): Promise<{ readonly pieces: readonly ContentPiece[]; readonly text: string | null }> {
  const opening: ContentPiece[] = [];
  let text = '';
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    opening.push(next.value);
    if (typeof next.value !== 'string') return { pieces: opening, text: null };
    text += next.value;
    if (isLong(text)) return { pieces: opening, text: null };
  }
  return { pieces: opening, text };
}

async function* chained(first: readonly ContentPiece[], rest: AsyncIterable<ContentPiece>): AsyncGenerator<ContentPiece> {
  yield* first;
  yield* rest;
}

/** The pieces, such that leaving a loop over them does not end them. */
function continued(pieces: AsyncGenerator<ContentPiece>): AsyncIterable<ContentPiece> {
  return { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) };
}

function clipped(text: string): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length <= descriptionCharacters ? line : `${line.slice(0, descriptionCharacters - 1).toWellFormed()}…`;
}
