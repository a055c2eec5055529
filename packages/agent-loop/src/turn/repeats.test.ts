import { expect, test } from 'vitest';
import { recordsOfHistory, unusableRecord } from '../step-record.ts';
import { isRepeat, repeatsIn } from './repeats.ts';

const args = { a: '2', b: '1' };
const notMade = 'Error: this call was not made: it was asked for';

/** Steps in short: `tool result`. A result of `-` is that of a call that was not made. */
function recordsOf(steps: readonly string[]) {
  return steps.map((step) => {
    const [action = '', result] = step.split(' ');
    const observation = result === '-' ? notMade : (result ?? '');
    const [record] = recordsOfHistory({
      history: [{ thought: '', action, arguments: { b: '1', a: '2' }, observation, success: null }],
      state: '',
    });
    return record ?? expect.unreachable();
  });
}

const judged = (steps: readonly string[], call = { tool: 'A', args }) => {
  const repeats = repeatsIn(recordsOf(steps));
  return [repeats.problemOf(call) !== null, repeats.standsStill];
};

test.each<[string, readonly string[], boolean, boolean]>([
  ['no step', [], false, false],
  ['one call', ['A x'], false, false],
  ['equal results', ['A x', 'A x'], true, false],
  ['other results', ['A x', 'A y'], false, false],
  ['a result as before the last', ['A x', 'A y', 'A x'], false, false],
  ['another call that gave something new since', ['A x', 'A x', 'B y'], false, false],
  ['another call that gave something new between', ['A x', 'B y', 'A x'], true, false],
  ['calls in turn that give nothing new', ['A x', 'B y', 'A x', 'B y'], true, false],
  ['one call in vain', ['A x', 'A x', 'A -'], true, false],
  ['two in vain', ['A x', 'A x', 'A -', 'A -'], true, true],
  ['two in vain, of two tools', ['A x', 'B y', 'A x', 'B y', 'A -', 'B -'], true, true],
  ['something new after one in vain', ['A x', 'A x', 'A -', 'B y', 'A x', 'A -'], true, false],
])('%s: whether the call is refused, and the model stands still', (_, steps, isRefused, standsStill) => {
  expect(judged(steps)).toEqual([isRefused, standsStill]);
});

test('arguments that could not be read, and calls that were too many, have no result', () => {
  for (const problem of ['Args must be a JSON object, got a list', 'at most 16 calls are made at a time; this one was not']) {
    const records = recordsOf(['A x', 'A x']).map((record) => {
      return { ...record, step: { ...record.step, observation: `Error: ${problem}` } };
    });
    expect(repeatsIn(records).problemOf({ tool: 'A', args })).toBeNull();
  }
});

test('other arguments, or another tool, are another call', () => {
  expect(judged(['A x', 'A x'], { tool: 'A', args: { a: '3', b: '1' } })).toEqual([false, false]);
  expect(judged(['A x', 'A x'], { tool: 'B', args })).toEqual([false, false]);
});

test('texts that could not be used stand between without a word', () => {
  const unusable = unusableRecord('hm', 'Error: no', '', '');
  const records = recordsOf(['A x', 'A x']).flatMap((record) => [record, unusable, unusable, unusable]);
  expect(repeatsIn(records).problemOf({ tool: 'A', args })).not.toBeNull();
  expect(repeatsIn([unusable, unusable, unusable]).problemOf({ tool: '', args: {} })).toBeNull();
});

test('a step whose call was not made is known by its observation', () => {
  expect(recordsOf(['A x', 'A -']).map(({ step }) => isRepeat(step))).toEqual([false, true]);
});
