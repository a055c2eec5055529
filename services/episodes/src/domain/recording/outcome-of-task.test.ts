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
  ['failed, by the last tool before its caller cancelled it', cancelled, [step('deploy', false)], 'failed', 'tool'],
])('the outcome of a task is %s', (_, ending, steps, outcome_status, outcome_by) => {
  expect(outcomeOfTask(ending, steps)).toMatchObject({ outcome_status, outcome_by });
});
