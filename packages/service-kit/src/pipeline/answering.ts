import { completeResponse, messageKey, OperationError, operationsOf } from '@agent-mem/contract';
import { conflictsRetried, createKeyChain, untilAborted } from '@agent-mem/runtime';
import type { JsonObject } from '@agent-mem/storage';
import type { ServiceContext } from '../context.ts';
import type { AnyHandler, AnyService } from '../service.ts';
import type { CheckedRequest } from './checked-request.ts';
import { handlerContext, type Told } from './handler-context.ts';
import { type StreamFrame, streamFrames } from './stream-frames.ts';

/** Has a service's handlers answer checked requests: one effect under one idempotency key, conflicts retried, answers complete. */
export interface Answering {
  answer(checked: CheckedRequest, handler: AnyHandler, accepted: () => void): Promise<object>;
  /** Of an operation that streams. */
  frames(checked: CheckedRequest, handler: AnyHandler, tell: Pick<Told, 'accepted' | 'goesOnAt'>): AsyncGenerator<StreamFrame>;
}

/** Of one service; commands with one key wait for each other across all its requests. */
export function createAnswering(definition: AnyService, context: ServiceContext<unknown>): Answering {
  const service = definition.name;
  const operations = operationsOf(service);
  const journaled = definition.journaled ?? [];
  const chain = createKeyChain();

  /** Commands that change the same thing wait for each other here, so that conflicts in the Graph are rare. Long ones (journaled) hold up nobody. */
  async function answer(checked: CheckedRequest, handler: AnyHandler, accepted: () => void): Promise<object> {
    const { operation, request, signal } = checked;
    const begin = async () => {
      signal.throwIfAborted();
      return complete(operation, await untilAborted(answerOnce(checked, handler, accepted), signal));
    };
    if (!operations[operation]?.command || journaled.includes(operation)) return begin();
    return untilAborted(chain.run(messageKey(service, operation, request), begin), signal);
  }

  async function answerOnce(checked: CheckedRequest, handler: AnyHandler, accepted: () => void): Promise<object> {
    const kept = await keptAnswer(checked);
    if (kept) return kept;
    return conflictsRetried(checked.signal, async () => {
      let earlier: JsonObject | null = null;
      const onKept = (keptMeanwhile: JsonObject) => {
        earlier = keptMeanwhile;
      };
      const own = await handler(
        checked.request,
        handlerContext(context, definition, checked, { accepted, goesOnAt: () => undefined, onKept }),
      );
      return earlier ?? own;
    });
  }

  async function* frames(
    checked: CheckedRequest,
    handler: AnyHandler,
    tell: Pick<Told, 'accepted' | 'goesOnAt'>,
  ): AsyncGenerator<StreamFrame> {
    const { operation, request, signal } = checked;
    const kept = await untilAborted(keptAnswer(checked), signal);
    if (kept) {
      yield { frame: complete(operation, kept), end: true };
      return;
    }
    // A stream that was kept in the meantime has told its frames already; the next repeat gets the kept one.
    const onKept = () => undefined;
    const told = handler(request, handlerContext(context, definition, checked, { ...tell, onKept }));
    if (!(Symbol.asyncIterator in told)) throw new Error(`${service}.${operation} streams, and its handler does not`);
    yield* streamFrames(told, (frame) => complete(operation, frame), signal);
  }

  async function keptAnswer({ keeping, scope }: CheckedRequest): Promise<JsonObject | null> {
    if (!keeping) return null;
    const kept = await context.graph.kept(scope, keeping.operation, keeping.key);
    if (!kept) return null;
    if (kept.requestHash === keeping.requestHash) return kept.reply;
    throw new OperationError(
      'already-exists',
      'idempotency_key: another request was made under this key; use one key for one request',
    );
  }

  function complete(operation: string, answer: object): object {
    return completeResponse(service, operation, answer);
  }

  return { answer, frames };
}
