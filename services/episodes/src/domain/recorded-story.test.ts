import { completeEvent, type InvocationCompleted } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { readRecord, storyByRules } from './recorded-story.ts';

const record = { task: true, goal: ' Book a table ', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early' };

test('a record is read, its texts trimmed', () => {
  expect(readRecord(JSON.stringify(record))).toEqual({
    value: { story: { goal: 'Book a table', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early' } },
  });
});

test('a model may say that it was no task', () => {
  expect(readRecord('{"task": false}')).toEqual({ value: { story: null } });
});

test.each([
  ['Here is the record', 'not-json'],
  ['[]', 'not-an-object'],
  ['null', 'not-an-object'],
  [JSON.stringify({ ...record, task: 'yes' }), 'no-task'],
  [JSON.stringify({ ...record, goal: ' ' }), 'no-goal'],
  [JSON.stringify({ ...record, goal: 'é'.repeat(40_000) }), 'too-long'],
  [JSON.stringify({ ...record, steps: 'searched' }), 'no-steps'],
  [JSON.stringify({ ...record, steps: ['searched', 2] }), 'no-steps'],
  [JSON.stringify({ ...record, steps: Array(201).fill('again') }), 'no-steps'],
  [JSON.stringify({ ...record, outcome: null }), 'not-text'],
  [JSON.stringify({ ...record, lessons: undefined }), 'not-text'],
])('%.60s is unusable', (answer, unusable) => {
  expect(readRecord(answer)).toEqual({ unusable });
});

function invocation(init: Partial<InvocationCompleted>): InvocationCompleted {
  const event = completeEvent({
    type: 'invocation-completed',
    data: {
      invocation_completed: { invocation_id: 'inv_1', question: 'Book a table', answer: 'Booked for 7', success: true, ...init },
    },
  });
  return event.data.invocation_completed as InvocationCompleted;
}

const steps = [
  { action: 'Search', arguments: '{"q":"restaurant"}', observation: 'Chez Anne', success: true },
  { action: 'Call', arguments: '{}', observation: 'nobody answers', success: false },
];

test('rules tell what was called, how it ended, and what failed', () => {
  const done = invocation({ steps: steps as InvocationCompleted['steps'] });
  expect(storyByRules(done, done.steps)).toEqual({
    goal: 'Book a table',
    steps: ['Search {"q":"restaurant"}', 'Call {}'],
    outcome: 'Booked for 7',
    lessons: 'Call failed: nobody answers',
  });
});

test('an invocation that failed ends with its error', () => {
  const done = invocation({ success: false, error: 'the limit of iterations was reached', answer: '' });
  expect(storyByRules(done, []).outcome).toBe('the limit of iterations was reached');
});

test('long texts are cut between characters and say so', () => {
  const { goal } = storyByRules(invocation({ question: '😀'.repeat(5_000) }), []);
  expect([...goal]).toHaveLength(1_000);
  expect(goal.endsWith('😀…')).toBe(true);
});
