import { type Init, memoryReference, OperationError, type Scope, type StoreDetailRequest, uuidV7 } from '@agent-mem/contract';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { timeLimit } from '../time-limit.ts';
import type { ContentPiece } from './content-pieces.ts';
import { detailKey } from './detail-key.ts';

/** What is stored beside the content. */
export interface DetailNote {
  /** What the key is made of. */
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly contentType: string;
  /** A repeat under the same name stores nothing again; `null`: what is stored is new each time. */
  readonly repeatKey: string | null;
}

/** Where content is stored. */
export interface DetailStore {
  readonly context: Pick<LoopContext, 'caller' | 'clock' | 'config'>;
  readonly scope: Scope;
  readonly invocation: Invocation;
}

/** Most bytes of a piece as JSON. */
const mostJson = 480_000;

/** Stores content piece by piece, in order, and answers the reference to it. Rejects where any piece is not stored: then there is no detail. */
export async function storeContent(
  { context, scope, invocation }: DetailStore,
  note: DetailNote,
  pieces: AsyncIterable<ContentPiece>,
  missingBytes: () => number,
  signal: AbortSignal,
): Promise<string> {
  const { caller, clock, config } = context;
  const repeatKey = note.repeatKey === null ? null : `capture:${invocation.invocationId}:${note.repeatKey}`;
  const uploadId = repeatKey ?? uuidV7(clock.now());
  const memoryKey = detailKey(note.name);
  let sequence = 0;
  const send = async (piece: ContentPiece, end: boolean) => {
    // What a service has begun to take it may end; one that is away is not waited for.
    const limitMs = end && sequence > 0 ? config.TOOL_TIMEOUT_MS : config.WORKING_MEMORY_DEADLINE_MS;
    using limit = timeLimit(clock, limitMs, signal, () => new OperationError('deadline-exceeded', `later than ${limitMs} ms`));
    const chunk: Pick<Init<StoreDetailRequest>, 'chunk' | 'encoding'> = typeof piece === 'string'
      ? { chunk: piece }
      : { chunk: Buffer.from(piece).toString('base64'), encoding: 'base64' };
    const missing = missingBytes();
    const asked = {
      ...scope,
      ...chunk,
      upload_id: uploadId,
      sequence,
      end,
      memory_key: memoryKey,
      description: note.description,
      memory_type: note.kind,
      content_type: note.contentType,
      conversation_id: invocation.conversationId,
      invocation_id: invocation.invocationId,
      ...(missing > 0 && { metadata: { missing_bytes: String(missing) } }),
    };
    const options = {
      timeoutMs: limitMs,
      signal: limit.signal,
      ...(repeatKey !== null && { idempotencyKey: `${repeatKey}:${sequence}` }),
    };
    sequence += 1;
    return await limit.race(caller.call('working-memory', 'store_detail', asked, options));
  };

  let waiting: ContentPiece = '';
  for await (const piece of pieces) {
    for (const part of fitting(piece)) {
      if (bytesWait(waiting)) await send(waiting, false);
      waiting = part;
    }
  }
  const { detail, placeholder } = await send(waiting, true);
  return placeholder ?? memoryReference(detail?.memory_key ?? memoryKey, note.description);
}

function bytesWait(piece: ContentPiece): boolean {
  return piece.length > 0;
}

/** Parts whose JSON passes the bus: control characters take six times their room. */
function* fitting(piece: ContentPiece): Iterable<ContentPiece> {
  if (typeof piece !== 'string' || Buffer.byteLength(JSON.stringify(piece)) <= mostJson) return yield piece;
  const middle = Math.floor(piece.length / 2);
  const at = /[\uD800-\uDBFF]/.test(piece.charAt(middle - 1)) ? middle - 1 : middle;
  yield* fitting(piece.slice(0, at));
  yield* fitting(piece.slice(at));
}
