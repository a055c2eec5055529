import type { Event, Init, InvocationCompleted } from '@agent-mem/contract';
import { defaultScope } from './default-scope.ts';

/** The event that an invocation of the default scope is over, in conversation `c1`. */
export function invocationCompleted(data: Init<InvocationCompleted>, event: Init<Event> = {}): Init<Event> {
  return {
    id: 'event-1',
    type: 'invocation-completed',
    conversation_id: 'c1',
    ...defaultScope,
    timestamp: '2026-05-07T09:30:00.000Z',
    ...event,
    data: { invocation_completed: { invocation_id: 'inv_1', success: true, ...data } },
  };
}
