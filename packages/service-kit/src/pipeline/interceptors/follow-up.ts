import type { JsonObject } from '@agent-mem/storage';
import type { ServiceContext } from '../../context.ts';
import type { AnyService } from '../../service.ts';
import { timeLeftMs } from '../request-signal.ts';
import { tracedCaller } from '../traced-caller.ts';
import type { Next, RequestWork } from '../work.ts';

/** Adds to the answer what came of its effect since. */
export function followUp(
  { followUps = {} }: AnyService,
  context: ServiceContext<unknown>,
  next: Next<RequestWork>,
): Next<RequestWork> {
  return async (work) => {
    const answer = await next(work);
    const { operation, request, scope, signal, traceparent, incoming } = work;
    const follow = followUps[operation];
    if (!answer || !follow) return answer;
    const caller = tracedCaller(context.caller, traceparent);
    const followed = {
      ...context,
      caller,
      scope,
      signal,
      timeLeftMs: timeLeftMs(incoming.deadline, context.clock),
      accepted: incoming.accepted,
    };
    // The follow-up's type is the contract's answer: plain JSON.
    return (await follow(request, answer, followed)) as JsonObject;
  };
}
