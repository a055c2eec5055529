import type { InvocationStep } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { attemptOf, experienceOf } from './experience.ts';

const step = (action: string, success: boolean, observation = '', args = '{}') =>
  ({ thought: '', action, arguments: args, observation, success }) as InvocationStep;
const refused = 'Error: connection to 10.0.0.7 refused';
const full = 'disk is full';

test('what succeeded with the same tool got over an error, not what went well beside it', () => {
  const steps = [
    step('Deploy', false, refused),
    step('Search', true, 'found'),
    step('Deploy', false, full),
    step('Deploy', true, 'done', '{"force":true}'),
  ];
  expect(experienceOf(steps, true).errors).toEqual([
    {
      key: 'connection to <n> refused',
      text: 'connection to 10.0.0.7 refused',
      attempt: 'Deploy',
      solution: 'Deploy {"force":true}',
    },
    { key: 'disk is full', text: full, attempt: 'Deploy', solution: 'Deploy {"force":true}' },
  ]);
});

test('another tool got over it if all went well in the end, and nothing did if not', () => {
  const steps = [step('Deploy', false, full), step('Clean', true)];
  expect(experienceOf(steps, true).errors).toMatchObject([{ solution: 'Clean' }]);
  expect(experienceOf(steps, false).errors).toMatchObject([{ solution: null }]);
  expect(experienceOf([step('Deploy', false, full)], true).errors).toMatchObject([{ solution: null }]);
});

test('the same error met twice is one', () => {
  const steps = [
    step('Connect', false, 'Error: connection to 10.0.0.7 refused'),
    step('Connect', false, 'Error: connection to 10.0.0.8 refused', '{"to":8}'),
    step('Connect', true, '', '{"to":9}'),
  ];
  expect(experienceOf(steps, true).errors).toMatchObject([
    { text: 'connection to 10.0.0.8 refused', attempt: 'Connect {"to":8}', solution: 'Connect {"to":9}' },
  ]);
});

test('an attempt helped if it succeeded after the error and the error did not come back', () => {
  const key = full;
  const fails = step('Deploy', false, full);
  const outcome = (...steps: InvocationStep[]) => experienceOf(steps, true).outcomeOf('Clean {"all":true}', key);
  const clean = (success: boolean) => step('Clean', success, 'no', '{ "all": true }');
  expect(outcome(fails, clean(true), step('Deploy', true))).toBe(true);
  expect(outcome(clean(true), step('Deploy', true))).toBe(true);
  expect(outcome(fails, clean(false))).toBe(false);
  expect(outcome(fails, clean(true), fails)).toBe(false);
  expect(outcome(fails, step('Clean', true))).toBeNull();
  expect(outcome(clean(true), fails)).toBeNull();
});

test('an attempt is a tool and its arguments, in whatever order they were written', () => {
  expect(attemptOf({ action: 'Call', arguments: '{"b":1,"a":[2]}' })).toBe(
    attemptOf({ action: 'Call', arguments: '{ "a": [2], "b": 1 }' }),
  );
  expect(attemptOf({ action: 'Call', arguments: '{}' })).toBe('Call');
  expect(attemptOf({ action: 'Call', arguments: ' not json ' })).toBe('Call not json');
  expect([...attemptOf({ action: 'Call', arguments: 'é'.repeat(5_000) })].length).toBe(1_005);
});

test('so many different errors are kept, and no more', () => {
  const word = (n: number) => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26));
  const steps = Array.from({ length: 50 }, (_, n) => step('Try', false, `cannot open ${word(n)}`));
  expect(experienceOf(steps, false).errors).toHaveLength(20);
});
