import type { InvocationStep } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { attemptOf, experienceOf } from './experience.ts';

const step = (action: string, success: boolean, observation = '', args = '{}') =>
  ({ thought: '', action, arguments: args, observation, success }) as InvocationStep;
const full = 'disk is full';

test('what changed something between an attempt and its success got over the error, not what looked', () => {
  const shell = (command: string, success = true, observation = 'done') =>
    step('shell', success, observation, JSON.stringify({ command }));
  const steps = [shell('npm run build', false, 'ENOSPC'), shell('ls'), shell('docker prune'), shell('npm run build')];
  const prune = 'shell {"command":"docker prune"}';
  expect(experienceOf(steps).errors).toEqual([
    {
      key: 'enospc',
      text: 'ENOSPC',
      attempt: 'shell {"command":"npm run build"}',
      solution: { attempt: prune, why: '', by: 'rules' },
      candidates: [prune],
      isOwn: true,
    },
  ]);
  expect(experienceOf(steps.slice(0, 3)).errors).toMatchObject([{ solution: null, candidates: [] }]);
});

test('of several changes rules guess: the one about the error, else the last', () => {
  const steps = (...between: readonly string[]) => [
    step('Deploy', false, 'disk /var is full'),
    ...between.map((name) => step(name, true)),
    step('Deploy', true),
  ];
  expect(experienceOf(steps('CleanDisk_disk', 'Restart')).errors).toMatchObject([
    { solution: { attempt: 'Restart', by: 'guess' } },
  ]);
  expect(experienceOf(steps('Clean disk', 'Restart')).errors).toMatchObject([
    { solution: { attempt: 'Clean disk', by: 'guess' } },
  ]);
});

test('arguments that were corrected got over it where nothing else changed anything', () => {
  const fails = step('Deploy', false, full, '{"to":"eu-1"}');
  expect(experienceOf([fails, step('Deploy', true, '', '{"to":"eu-2"}')]).errors).toMatchObject([
    { solution: { attempt: 'Deploy {"to":"eu-2"}', by: 'rules' } },
  ]);
  expect(experienceOf([fails, { ...fails, success: true }]).errors).toMatchObject([{ solution: null }]);
  expect(experienceOf([fails, step('Deploy', true, '', '{"to":"mars"}')]).errors).toMatchObject([{ solution: null }]);
  expect(experienceOf([fails, step('List', true, 'mars'), step('Deploy', true, '', '{"to":"mars"}')]).errors).toMatchObject([
    { solution: { attempt: 'Deploy {"to":"mars"}' } },
  ]);
});

test('the same error met twice is one', () => {
  const steps = [
    step('Connect', false, 'Error: connection to 10.0.0.7 refused'),
    step('Connect', false, 'Error: connection to 10.0.0.8 refused', '{"to":8}'),
    step('Allow', true),
    step('Connect', true, '', '{"to":8}'),
  ];
  expect(experienceOf(steps).errors).toMatchObject([
    { text: 'connection to 10.0.0.8 refused', attempt: 'Connect {"to":8}', solution: { attempt: 'Allow' } },
  ]);
});

test('an attempt helped if it succeeded after the error and the error did not come back', () => {
  const key = full;
  const fails = step('Deploy', false, full);
  const outcome = (...steps: InvocationStep[]) => experienceOf(steps).outcomeOf('Clean {"all":true}', key);
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
  expect(experienceOf(steps).errors).toHaveLength(20);
});
