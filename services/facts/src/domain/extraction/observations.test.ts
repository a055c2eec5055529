import { completeEvent, type Init, type InvocationCompleted } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { observationsOf } from './observations.ts';

function invocation(steps: Init<InvocationCompleted>['steps']): InvocationCompleted {
  const data = { invocation_completed: { invocation_id: 'inv_1', steps } };
  return completeEvent({ type: 'invocation-completed', data }).data.invocation_completed as InvocationCompleted;
}

test('what memory or a failed tool showed is no observation', () => {
  const done = invocation([
    { action: 'Search', observation: 'the shop opens at 9', success: true },
    { action: 'Search', observation: 'time-out', success: false },
    { action: 'Search', observation: 'recalled', success: true, from_memory: true },
    { action: 'RetrieveFacts', observation: 'The user likes tea', success: true },
    { action: '', observation: 'a thought alone', success: true },
  ]);
  expect(observationsOf(done, [])).toEqual(['the shop opens at 9']);
});

test('lines in which a tool gives back what memory had put into the context are left out', () => {
  const done = invocation([
    { action: 'Echo', observation: 'you said: The user likes tea\nthe shop opens at 9', success: true },
    { action: 'Echo', observation: 'The user likes tea', success: true },
    { action: 'Echo', observation: 'notes: first line\nsecond line.', success: true },
    { action: 'Menu', observation: 'tea, coffee', success: true },
  ]);
  const injected = ['The user likes tea', 'first line\nsecond line', 'tea', ' '];
  expect(observationsOf(done, injected)).toEqual(['the shop opens at 9', 'tea, coffee']);
});
