import { completeResponse } from '@agent-mem/contract';
import type { JsonObject } from '@agent-mem/storage';
import type { HandlerContext, ServiceContext } from '../context.ts';
import type { AnyService } from '../service.ts';
import { timeLeftMs } from './request-signal.ts';
import { streamFrames } from './stream-frames.ts';
import { tracedCaller } from './traced-caller.ts';
import type { Bound, Next, RequestWork } from './work.ts';

/** Calls the operation's handler, and sends the frames of a stream as they come. */
export function handleRequest(
  { name: service, handlers }: AnyService,
  context: ServiceContext<unknown>,
): Next<Bound<RequestWork>> {
  return async (work) => {
    const { operation, request, signal, isStream } = work;
    let sequence = 0;
    let isHandedOn = false;
    const position: StreamPosition = {
      goesOnAt(next) {
        sequence = next;
      },
      handedOn() {
        isHandedOn = true;
      },
    };
    const handler = handlers[operation];
    const result = handler?.(request, handlerContext(context, work, position));
    if (!result || Symbol.asyncIterator in result !== isStream)
      throw new Error(`${service}.${operation}: the contract and the handler differ on whether it streams`);
    // The handler's type is the contract's answer: plain JSON.
    if (!(Symbol.asyncIterator in result)) return (await result) as JsonObject;
    const complete = (each: object) => completeResponse(service, operation, each);
    for await (const { frame, end } of streamFrames(result, complete, signal, () => isHandedOn))
      await work.send({ [operation]: frame, error: null, sequence: sequence++, end });
    return null;
  };
}

/** What a handler says about the frames of its stream. */
type StreamPosition = Pick<HandlerContext<unknown>, 'goesOnAt' | 'handedOn'>;

/** The service's own context, with the request's scope, key, deadline and trace. */
function handlerContext(
  context: ServiceContext<unknown>,
  {
    incoming,
    scope,
    signal,
    graph,
    traceparent,
    elements = [],
    sensitiveData = 'redact',
    personalData = 'allow',
  }: Bound<RequestWork>,
  position: StreamPosition,
): HandlerContext<unknown> {
  const { id, idempotencyKey, deadline, replyTo = null, sentAt = null } = incoming;
  return {
    ...context,
    caller: tracedCaller(context.caller, traceparent),
    graph,
    scope,
    elements,
    sensitiveData,
    personalData,
    requestId: id,
    idempotencyKey,
    deadline,
    sentAt,
    timeLeftMs: timeLeftMs(deadline, context.clock),
    traceparent,
    replyTo,
    ...position,
    signal,
    accepted: (how) => incoming.accepted(how),
  };
}
