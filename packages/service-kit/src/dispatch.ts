import type { OperationName, ServiceName } from '@agent-mem/contract';
import {
  completeResponse,
  messageKey,
  OperationError,
  operationOf,
  parseOperation,
  requestHash,
  scopeOf,
} from '@agent-mem/contract';
import { DeadLetter, type Dispatch, type IncomingRequest, type Reply } from '@agent-mem/messaging';
import type { JsonObject } from '@agent-mem/storage';
import { conflictsRetried } from './conflict-retry.ts';
import type { HandlerContext, ServiceContext } from './context.ts';
import { createKeyChain } from './key-chain.ts';
import { namedOperation, operationsOf } from './named-operation.ts';
import { type Keeping, ownGraph } from './own-graph.ts';
import type { RequestObserver } from './request-observer.ts';
import { deadlinePassed, requestSignal } from './request-signal.ts';
import type { ServiceDefinition } from './service.ts';
import { streamFrames } from './stream-frames.ts';
import { tracedCaller } from './traced-caller.ts';
import { untilAborted } from './until-aborted.ts';

/** Deliveries of a command before its failure is answered and the message given up; what `SubscriptionOptions.maxAttempts` is by default. */
export const maxDeliveries = 5;

type Answer = object;
type AnyHandler = (request: unknown, context: HandlerContext<unknown>) => Promise<Answer> | AsyncIterable<Answer>;

/** A request that passed validation. */
interface CheckedRequest {
  readonly operation: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly incoming: IncomingRequest;
  readonly signal: AbortSignal;
  readonly keeping: Omit<Keeping, 'onKept'> | null;
  accepted(): void;
}

/**
 * Makes the one way in of a service, the same for the bus and for gRPC.
 * A command that fails for a reason of ours (store down, bug) is thrown back to its subscription, to be delivered again;
 * at the last delivery its caller is answered the error and the message becomes a dead letter. On every other door a failure is a reply.
 */
export function createDispatcher<Config>(
  definition: ServiceDefinition,
  context: ServiceContext<Config>,
  observer: RequestObserver,
): Dispatch {
  const service = definition.name;
  const operations = operationsOf(service);
  const handlers = definition.handlers as unknown as Readonly<Record<string, AnyHandler | undefined>>;
  const journaled: readonly string[] = definition.journaled ?? [];
  const chain = createKeyChain();

  return async function* dispatch(incoming, accepted) {
    const named = namedOperation(service, incoming.envelope);
    const isStream = named !== null && operations[named]?.stream === true;
    const { id, traceparent, attempt, door } = incoming;
    const ended = observer.began({ service, operation: named ?? 'unknown', door, id, traceparent, attempt });
    using life = requestSignal(incoming, context.clock, context.signal);
    let isAccepted = false;
    let isLeft = true;
    let sequence = 0;
    let outcome: Parameters<typeof ended>[0] = { error: null };
    try {
      const handler = handlers[operationOf(service, incoming.envelope)];
      if (!handler) throw new OperationError('unimplemented', `${service}.${named} is not implemented yet`);
      const checked = check(incoming, life.signal, () => {
        if (isAccepted) return;
        isAccepted = true;
        accepted();
      });
      if (isStream) {
        for await (const { frame, end } of streamed(checked, handler)) {
          yield { [checked.operation]: frame, error: null, sequence: sequence++, end };
        }
      } else {
        const answer = await chained(checked, handler);
        yield { [checked.operation]: complete(checked.operation, answer), error: null };
      }
      isLeft = false;
    } catch (cause) {
      isLeft = false;
      const error = OperationError.from(cause);
      outcome = { error };
      const again = door === 'command' && !isAccepted && isOurs(error);
      if (again && attempt < maxDeliveries) throw error;
      yield errorReply(error, isStream ? sequence : null);
      if (again) {
        outcome = { error, deadLetter: true };
        throw new DeadLetter(`${error.type}: ${error.message}`, { cause: error });
      }
    } finally {
      // Whoever reads a stream may stop in the middle of it.
      if (isLeft) life.abandon();
      ended(outcome);
    }
  };

  function check(incoming: IncomingRequest, signal: AbortSignal, accepted: () => void): CheckedRequest {
    const { operation, request } = parseOperation(service, incoming.envelope) as { operation: string; request: object };
    if (incoming.deadline !== null && incoming.deadline <= context.clock.now()) throw deadlinePassed();
    signal.throwIfAborted();
    const isKept = operations[operation]?.command && incoming.idempotencyKey !== null;
    const keeping = isKept
      ? {
          operation: `${service}.${operation}`,
          key: incoming.idempotencyKey ?? '',
          requestHash: requestHash(service, operation as never, request as never),
        }
      : null;
    return { operation, request: { ...request }, incoming, signal, keeping, accepted };
  }

  /** Commands that change the same thing wait for each other here, so that conflicts in the Graph are rare. Long ones (journaled) hold up nobody. */
  function chained(checked: CheckedRequest, handler: AnyHandler): Promise<Answer> {
    const { operation, request, signal } = checked;
    const begin = () => {
      signal.throwIfAborted();
      return untilAborted(answerOnce(checked, handler), signal);
    };
    if (!operations[operation]?.command || journaled.includes(operation)) return begin();
    const key = messageKey(service, operation as never, request as never);
    return untilAborted(
      chain.run(key, async () => begin()),
      signal,
    );
  }

  async function answerOnce(checked: CheckedRequest, handler: AnyHandler): Promise<Answer> {
    const kept = await keptAnswer(checked);
    if (kept) return kept;
    return conflictsRetried(checked.signal, async () => {
      let earlier: JsonObject | null = null;
      const answer = await (handler(
        checked.request,
        handlerContext(checked, (reply) => {
          earlier = reply;
        }),
      ) as Promise<Answer>);
      return earlier ?? answer;
    });
  }

  async function* streamed(checked: CheckedRequest, handler: AnyHandler) {
    const kept = await untilAborted(keptAnswer(checked), checked.signal);
    if (kept) {
      yield { frame: complete(checked.operation, kept), end: true };
      return;
    }
    // A stream that was kept in the meantime has told its frames already; the next repeat gets the kept one.
    const frames = handler(
      checked.request,
      handlerContext(checked, () => undefined),
    ) as AsyncIterable<Answer>;
    yield* streamFrames(frames, (frame) => complete(checked.operation, frame), checked.signal);
  }

  async function keptAnswer({ keeping, request }: CheckedRequest): Promise<JsonObject | null> {
    if (!keeping) return null;
    const kept = await context.graph.kept(scopeOf(request as never), keeping.operation, keeping.key);
    if (!kept) return null;
    if (kept.requestHash === keeping.requestHash) return kept.reply;
    throw new OperationError(
      'already-exists',
      `idempotency_key: another request was made under this key; use one key for one request`,
    );
  }

  function handlerContext(checked: CheckedRequest, onKept: (reply: JsonObject) => void): HandlerContext<unknown> {
    const { incoming, request, signal, keeping, accepted } = checked;
    return {
      ...context,
      caller: tracedCaller(context.caller, incoming.traceparent),
      graph: ownGraph(context.graph, definition, keeping ? { ...keeping, onKept } : null),
      scope: scopeOf(request as never),
      requestId: incoming.id,
      idempotencyKey: incoming.idempotencyKey,
      deadline: incoming.deadline,
      timeLeftMs: (atMost) =>
        incoming.deadline === null ? atMost : Math.max(0, Math.min(atMost, incoming.deadline - context.clock.now())),
      traceparent: incoming.traceparent,
      signal,
      accepted,
    };
  }

  function complete(operation: string, answer: Answer): Answer {
    return completeResponse(service, operation as OperationName<ServiceName>, answer as never) as Answer;
  }
}

/** What delivering the same message again may mend: nothing the caller said is wrong. */
function isOurs(error: OperationError): boolean {
  return (
    error.type === 'internal' || error.type === 'unavailable' || error.type === 'aborted' || error.type === 'resource-exhausted'
  );
}

function errorReply(error: OperationError, sequence: number | null): Reply {
  return { error: error.toWire(), ...(sequence === null ? {} : { sequence, end: true }) };
}
