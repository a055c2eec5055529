import { isByRules } from '@agent-mem/llm';
import type { ServiceContext } from '../context.ts';
import { flowOf } from '../model/learning-model.ts';
import type { AnyService } from '../service.ts';
import { tracedCaller } from '../transports/traced-caller.ts';
import type { Bound, EventWork, Next } from './work.ts';

/** Calls the service's handler of the event. What it commits with a reply is stored under the event's id, so it happens once. */
export function handleEvent({ events }: AnyService, context: ServiceContext<unknown>): Next<Bound<EventWork>> {
  return async ({ event, scope, signal, graph, traceparent }) => {
    const caller = tracedCaller(context.caller, traceparent);
    const chatModel = context.learningModel(flowOf(event));
    const summaryModel = isByRules(context.summaryModel) ? chatModel : context.summaryModel;
    await events?.[event.type]?.(event, { ...context, scope, signal, graph, caller, chatModel, summaryModel });
    return null;
  };
}
