import { isByRules } from '@agent-mem/llm';
import type { RequestObserver } from '@agent-mem/observability';
import type { ServiceContext } from '../context.ts';
import { flowOf } from '../model/learning-model.ts';
import type { AnyService } from '../service.ts';
import { boundGraph } from './interceptors/bound-graph.ts';
import { eventPolicy } from './interceptors/event-policy.ts';
import { inSlices } from './interceptors/in-slices.ts';
import { letGoOverQuota } from './interceptors/let-go-over-quota.ts';
import { observeEvent } from './interceptors/observe-event.ts';
import { once } from './interceptors/once.ts';
import { retryConflicts } from './interceptors/retry-conflicts.ts';
import { tracedCaller } from './traced-caller.ts';
import type { Bound, EventWork, Next, TakeEvent } from './work.ts';

/** The way of every event that a service listens to: observed, taken once, checked; what it teaches over a quota is let go. */
export function eventPipeline(service: AnyService, context: ServiceContext<unknown>, observer: RequestObserver): TakeEvent {
  const handle = inSlices(({ event }) => event.data, handleEvent(service, context));
  const effect = boundGraph(service, context, letGoOverQuota(context, retryConflicts(handle)));
  return observeEvent(service, context, observer, once(context, eventPolicy(service, context, effect)));
}

/** Calls the service's handler of the event. What it commits with a reply is stored under the event's id, so it happens once. */
function handleEvent({ events }: AnyService, context: ServiceContext<unknown>): Next<Bound<EventWork>> {
  return async ({ event, scope, signal, graph, traceparent }) => {
    const caller = tracedCaller(context.caller, traceparent);
    const chatModel = context.learningModel(flowOf(event));
    const summaryModel = isByRules(context.summaryModel) ? chatModel : context.summaryModel;
    await events?.[event.type]?.(event, { ...context, scope, signal, graph, caller, chatModel, summaryModel });
    return null;
  };
}
