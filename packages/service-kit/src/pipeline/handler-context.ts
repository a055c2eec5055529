import { lifetimesFor, quotasFor, type WithLifetimes, type WithQuotas } from '@agent-mem/retention';
import type { JsonObject } from '@agent-mem/storage';
import type { HandlerContext, ServiceContext } from '../context.ts';
import { tracedCaller } from '../transports/traced-caller.ts';
import type { CheckedRequest } from './checked-request.ts';
import { type GraphOwner, ownGraph } from './own-graph.ts';

/** What a handler tells while it works. */
export interface Told {
  /** Its work would survive a crash without the message. */
  accepted(): void;
  /** The number of its stream's next frame. */
  goesOnAt(sequence: number): void;
  /** The effect it committed was kept before, with this answer. */
  onKept(answer: JsonObject): void;
}

/** What the handler of a request has: the service's own context, with the request's scope, key, deadline and trace. */
export function handlerContext<Config>(
  context: ServiceContext<Config>,
  owner: GraphOwner & WithQuotas & WithLifetimes,
  { incoming, scope, signal, keeping }: CheckedRequest,
  { accepted, goesOnAt, onKept }: Told,
): HandlerContext<Config> {
  const { id, idempotencyKey, deadline, traceparent, replyTo = null, sentAt = null } = incoming;
  return {
    ...context,
    caller: tracedCaller(context.caller, traceparent),
    graph: ownGraph(context.graph, owner, {
      keeping: keeping ? { ...keeping, onKept } : null,
      traceparent,
      ...quotasFor(owner, context),
      ...lifetimesFor(owner, context),
    }),
    scope,
    requestId: id,
    idempotencyKey,
    deadline,
    sentAt,
    timeLeftMs: (atMost) => (deadline === null ? atMost : Math.max(0, Math.min(atMost, deadline - context.clock.now()))),
    traceparent,
    replyTo,
    goesOnAt,
    signal,
    accepted,
  };
}
