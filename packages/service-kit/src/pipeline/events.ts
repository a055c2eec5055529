import type { RequestObserver } from '@agent-mem/observability';
import type { ServiceContext } from '../context.ts';
import type { AnyService } from '../service.ts';
import { handleEvent } from './handle-event.ts';
import { boundGraph } from './interceptors/bound-graph.ts';
import { eventPolicy } from './interceptors/event-policy.ts';
import { inSlices } from './interceptors/in-slices.ts';
import { letGoOverQuota } from './interceptors/let-go-over-quota.ts';
import { observeEvent } from './interceptors/observe-event.ts';
import { once } from './interceptors/once.ts';
import { retryConflicts } from './interceptors/retry-conflicts.ts';
import type { TakeEvent } from './work.ts';

/** The way of every event that a service listens to: observed, taken once, checked; what it teaches over a quota is let go. */
export function eventPipeline(service: AnyService, context: ServiceContext<unknown>, observer: RequestObserver): TakeEvent {
  const handle = inSlices(({ event }) => event.data, handleEvent(service, context));
  const effect = boundGraph(service, context, letGoOverQuota(context, retryConflicts(handle)));
  return observeEvent(service, context, observer, once(context, eventPolicy(service, context, effect)));
}
