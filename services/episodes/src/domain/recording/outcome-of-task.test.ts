import type { InvocationStep } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { outcomeOfTask } from './outcome-of-task.ts';

const step = (action: string, success: boolean): InvocationStep => ({
  thought: '',
  action,
  arguments: '{}',
  observation: '',
  success,
  duration_ms: 0,
  timestamp: '',
  from_memory: false,
});
const answered = { success: true, error: null };
const cancelled = { success: false, error: 'cancelled' };
const undecided = { success: false, error: 'The run waited for longer than WAIT_TTL_DAYS and nobody decided on it' };
const atTheLimit = { success: false, error: 'Too many agent iterations' };

test.each([
  [
    'succeeded, by the last tool that did something',
    answered,
    [step('deploy', true), step('list_files', false)],
    'succeeded',
    'tool',
  ],
  ['failed, by the last tool', answered, [step('clean', true), step('deploy', false)], 'failed', 'tool'],
  ['failed, by the last tool before an error', atTheLimit, [step('deploy', false)], 'failed', 'tool'],
  ['unknown, where it was interrupted after a tool that succeeded', atTheLimit, [step('clean', true)], 'unknown', null],
  ['unknown, where it only answered', answered, [], 'unknown', null],
  ['failed, where it only ended by an error', atTheLimit, [], 'failed', 'ending'],
  ['unknown, where its caller cancelled it while it looked', cancelled, [step('read_file', false)], 'unknown', null],
  ['unknown, where nobody decided on what it waited for', undecided, [], 'unknown', null],
  ['unknown, where nobody decided after a tool that succeeded', undecided, [step('clean', true)], 'unknown', null],
  ['failed, by the last tool before nobody decided', undecided, [step('deploy', false)], 'failed', 'tool'],
  ['failed, by the last tool before its caller cancelled it', cancelled, [step('deploy', false)], 'failed', 'tool'],
])('the outcome of a task is %s', (_, ending, steps, outcome_status, outcome_by) => {
  expect(outcomeOfTask(ending, steps)).toMatchObject({ outcome_status, outcome_by });
});

test('the episode of a run on which nobody decided says so', () => {
  expect(outcomeOfTask(undecided, [step('clean', true)]).outcome_reason).toBe(
    'It waited for a decision, and nobody decided in time',
  );
});
