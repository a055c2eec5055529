import { completeEvent, type InvocationCompleted } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { observationsOf, readStatements } from './statements.ts';

test.each([
  ['[]', []],
  ['["The user likes tea"]', ['The user likes tea']],
  [' [" The user likes tea ", "The user is 40"]\n', ['The user likes tea', 'The user is 40']],
])('%j is read', (answer, statements) => {
  expect(readStatements(answer)).toEqual({ value: statements });
});

test.each([
  ['Sure! Here you go.', 'not-json'],
  ['', 'not-json'],
  ['```json\n[]\n```', 'not-json'],
  ['{"facts": []}', 'not-a-list'],
  ['"The user likes tea"', 'not-a-list'],
  ['["1", "2", "3", "4"]', 'too-many'],
  ['[{"fact": "The user likes tea"}]', 'not-text'],
  ['[null]', 'not-text'],
  ['["\\ud800"]', 'not-text'],
  ['["fine", "  "]', 'blank'],
  [JSON.stringify(['é'.repeat(513)]), 'too-long'],
])('%j is unusable as a whole', (answer, unusable) => {
  expect(readStatements(answer)).toEqual({ unusable });
});

test('what memory or a failed tool showed is no observation', () => {
  const steps = [
    { action: 'Search', observation: 'the shop opens at 9', success: true },
    { action: 'Search', observation: 'time-out', success: false },
    { action: 'Search', observation: 'recalled', success: true, from_memory: true },
    { action: 'RetrieveFacts', observation: 'The user likes tea', success: true },
    { action: '', observation: 'a thought alone', success: true },
  ];
  const event = completeEvent({
    type: 'invocation-completed',
    data: { invocation_completed: { invocation_id: 'inv_1', steps } },
  });
  const done = event.data.invocation_completed as InvocationCompleted;
  expect(observationsOf(done)).toEqual(['the shop opens at 9']);
});
