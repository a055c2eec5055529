import { type ErrorType, OperationError, type Scope } from '@agent-mem/contract';
import { allowing, type SensitivePolicy } from '@agent-mem/policy';
import { isExcerpt, statusLine } from '@agent-mem/recall/excerpt';
import { countTokens } from '@agent-mem/recall/ranking';
import { plainText } from '../bounded-text.ts';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { type ContentPiece, piecesOf } from './content-pieces.ts';
import { Excerpts } from './excerpts.ts';
import { screenedPieces } from './screened-pieces.ts';
import { storeContent } from './store-content.ts';
import type { ToolOutput } from './tool-output.ts';

/** Of refusals of a single content: they say nothing of the next. */
const refusedTypes: ReadonlySet<ErrorType> = new Set(['failed-precondition', 'invalid-argument', 'out-of-range']);

/** Something that may be too long for a trace. */
export interface Captured {
  readonly output: ToolOutput;
  readonly kind: string;
  /** What it is, in a line. */
  readonly description: string;
  /** Looked at when all of it was read. */
  readonly succeeded: boolean;
  /** Names the same content where it is captured again, after a crash or in the next step; `null`: it never is. */
  readonly repeatKey: string | null;
}

/** Takes in what an invocation sees, before anything cuts it. */
export interface Capture {
  /** Whether a text is stored instead of standing in the trace. */
  isLong(text: string): boolean;
  /**
   * What the trace holds of it: a short text as it is. Anything else is stored whole and stands there as its reference, status, size and excerpt; where nothing can be stored, as
   * an excerpt alone. Rejects for the signal, and where the content itself fails.
   */
  hold(captured: Captured, signal: AbortSignal): Promise<string>;
}

/** How an invocation captures. */
export interface CaptureOptions {
  /** What its scope lets be stored; `null`: nothing is, since memory is off or away. */
  readonly policy: SensitivePolicy | null;
  /** The agent that what is stored is said to be of. */
  readonly agentId: string;
}

/** No text of ordinary words has more characters a token. */
const charactersPerToken = 12;
const descriptionCharacters = 160;

/** Captures for one invocation. */
export function createCapture(
  context: Pick<LoopContext, 'caller' | 'clock' | 'config' | 'log'>,
  scope: Scope,
  invocation: Invocation,
  { policy, agentId }: CaptureOptions,
): Capture {
  const { config, log } = context;
  const most = config.DETAIL_CAPTURE_TOKENS;
  // Once it is away it is not waited for again in this invocation.
  let isAway = policy === null;

  /** What was captured before stays as it is, though its reference may take it a little over the size. */
  function isLong(text: string): boolean {
    if (text.length <= most * charactersPerToken && isExcerpt(text)) return false;
    return text.length > most * charactersPerToken || countTokens(text) > most;
  }

  /** The reference and what is missing behind it; `null`: it cannot be stored. */
  async function stored(captured: Captured, pieces: AsyncIterable<ContentPiece>, check: () => void, signal: AbortSignal) {
    if (isAway) return null;
    const { kind, output, repeatKey } = captured;
    const note = {
      kind,
      repeatKey,
      description: inOneLine(captured.description),
      contentType: output.contentType ?? 'text/plain',
    };
    try {
      return await storeContent({ context, scope, invocation, agentId }, note, pieces, check, signal);
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof OperationError)) throw cause;
      isAway ||= !refusedTypes.has(cause.type);
      log.warn(
        { invocation_id: invocation.invocationId, err: cause },
        'an output that is too long for the trace could not be stored',
      );
      return null;
    }
  }

  return {
    isLong,
    async hold(captured, signal) {
      const source = piecesOf(captured.output);
      const opening = await openingOf(source, isLong);
      if (opening.text !== null) return plainText(opening.text).trim();
      const excerpts = new Excerpts(config);
      const { check, pieces } = screenedPieces(chained(opening.pieces, source), policy ?? allowing);
      const read = continued(excerpts.of(pieces));
      const detail = await stored(captured, read, check, signal);
      // Read to its end nevertheless: the tail shows how it ended.
      for await (const _ of read) signal.throwIfAborted();
      const excerpt = detail ? excerpts.besideReference() : excerpts.alone();
      if (!detail && excerpt !== '') return excerpt;
      // The last line is counted with the end.
      const { bytes, lines } = excerpts;
      const status = statusLine({ succeeded: captured.succeeded, bytes, lines, missingBytes: detail?.missingBytes ?? 0 });
      return [detail?.reference ?? '', status, excerpt].filter((line) => line !== '').join('\n');
    },
  };
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

function inOneLine(text: string): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length <= descriptionCharacters ? line : `${line.slice(0, descriptionCharacters - 1).toWellFormed()}…`;
}
