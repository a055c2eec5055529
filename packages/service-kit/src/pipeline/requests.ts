import type { Dispatch } from '@agent-mem/messaging';
import type { RequestObserver } from '@agent-mem/observability';
import type { ServiceContext } from '../context.ts';
import type { AnyService } from '../service.ts';
import { handleRequest } from './handle-request.ts';
import { boundGraph } from './interceptors/bound-graph.ts';
import { deadline } from './interceptors/deadline.ts';
import { followUp } from './interceptors/follow-up.ts';
import { inOrder } from './interceptors/in-order.ts';
import { inSlices } from './interceptors/in-slices.ts';
import { observe } from './interceptors/observe.ts';
import { once } from './interceptors/once.ts';
import { policy } from './interceptors/policy.ts';
import { reply } from './interceptors/reply.ts';
import { retryConflicts } from './interceptors/retry-conflicts.ts';
import { validate } from './interceptors/validate.ts';
import type { Next, RequestWork } from './work.ts';

/** The way of every request, whatever transport brought it: observed, timed, validated and checked, answered once and in order. */
export function requestPipeline(service: AnyService, context: ServiceContext<unknown>, observer: RequestObserver): Dispatch {
  const slice = <Own extends RequestWork>(next: Next<Own>) => inSlices<Own>(({ request }) => request, next);
  const handle = boundGraph(service, context, retryConflicts(slice(handleRequest(service, context))));
  const answer = slice(policy(service, context, inOrder(service, once(context, handle))));
  const followed = followUp(service, context, answer);
  return observe(service, observer, deadline(context, validate(service, context, reply(service, followed))));
}
