import { type Init, memoryReference, OperationError, type Scope, type StoreDetailRequest, uuidV7 } from '@agent-mem/contract';
import { timeLimit } from '@agent-mem/runtime';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import type { ContentPiece } from './content-pieces.ts';

/** What is stored beside the content. */
export interface DetailNote {
  /** The key is made of its words. */
  readonly description: string;
  readonly kind: string;
  readonly contentType: string;
  /** A repeat under the same name stores nothing again; `null`: each is new. */
  readonly repeatKey: string | null;
}

/** Where content is stored. */
export interface DetailStore {
  readonly context: Pick<LoopContext, 'caller' | 'clock' | 'config'>;
  readonly scope: Scope;
  readonly invocation: Invocation;
  readonly agentId: string;
}

/** Most bytes of a piece as JSON. */
const mostJson = 480_000;

/** Content that is stored. */
export interface StoredDetail {
  readonly reference: string;
  /** Bytes of its middle that were too many. */
  readonly missingBytes: number;
}

/**
 * Stores content piece by piece, in order. `check` throws where nothing that has come may be stored. Rejects where any piece is not: then there is
 * no detail.
 */
export async function storeContent(
  { context, scope, invocation, agentId }: DetailStore,
  note: DetailNote,
  pieces: AsyncIterable<ContentPiece>,
  check: () => void,
  signal: AbortSignal,
): Promise<StoredDetail> {
  const { caller, clock, config } = context;
  const repeatKey = note.repeatKey === null ? null : `capture:${invocation.invocationId}:${note.repeatKey}`;
  const uploadId = repeatKey ?? uuidV7(clock.now());
  let sequence = 0;
  const send = async (piece: ContentPiece, end: boolean) => {
    // What a service has begun to take it may end; one that is away is not waited for.
    const limitMs = end && sequence > 0 ? config.TOOL_TIMEOUT_MS : config.WORKING_MEMORY_DEADLINE_MS;
    using limit = timeLimit(clock, limitMs, signal);
    const data = typeof piece === 'string' ? piece : Buffer.from(piece).toString('base64');
    const asked: Init<StoreDetailRequest> = {
      ...scope,
      ...(end && sequence === 0 ? { content: data } : { chunk: data, sequence, end }),
      encoding: typeof piece === 'string' ? 'text' : 'base64',
      upload_id: uploadId,
      description: note.description,
      source_command: note.kind === 'user_message' ? null : note.description,
      type: note.kind,
      content_type: note.contentType,
      agent_id: agentId,
      conversation_id: invocation.conversationId,
      invocation_id: invocation.invocationId,
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
    check();
    for (const part of fitting(piece)) {
      if (waiting.length > 0) await send(waiting, false);
      waiting = part;
    }
  }
  const { detail, placeholder } = await send(waiting, true);
  if (!detail) throw new OperationError('internal', 'The service stored nothing');
  return {
    reference: placeholder ?? memoryReference(detail.memory_key, detail.description),
    missingBytes: detail.missing_bytes ?? 0,
  };
}

/** Parts whose JSON passes the bus: control characters take six times their room. */
function* fitting(piece: ContentPiece): Iterable<ContentPiece> {
  if (typeof piece !== 'string' || Buffer.byteLength(JSON.stringify(piece)) <= mostJson) return yield piece;
  const middle = Math.floor(piece.length / 2);
  const at = /[\uD800-\uDBFF]/.test(piece.charAt(middle - 1)) ? middle - 1 : middle;
  yield* fitting(piece.slice(0, at));
  yield* fitting(piece.slice(at));
}
