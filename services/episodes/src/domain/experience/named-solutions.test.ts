import type { InvocationStep } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { experienceOf } from './experience.ts';
import { errorsToExplain, namedSolutionsIn, withNamedSolutions } from './named-solutions.ts';

const step = (action: string, success = true, observation = 'done') =>
  ({ thought: '', action, arguments: '{}', observation, success }) as InvocationStep;
const experience = experienceOf([
  step('Fly', false, 'no wings'),
  step('Deploy', false, 'disk is full'),
  step('Clean'),
  step('Restart'),
  step('Deploy'),
]);
const solutions = (value: unknown) =>
  withNamedSolutions(experience, namedSolutionsIn(value)).errors.map(({ solution }) => solution);

test('a model is asked about errors that were got over, with the steps that can have done it', () => {
  const candidates = [
    { number: 1, attempt: 'Clean' },
    { number: 2, attempt: 'Restart' },
  ];
  expect(errorsToExplain(experience)).toEqual([{ number: 1, error: 'disk is full', candidates }]);
});

test('the step that it names is the solution, with its reason', () => {
  expect(solutions([{ error: 1, step: 1, why: ' it frees room ' }])).toEqual([
    null,
    { attempt: 'Clean', why: 'it frees room', by: 'model' },
  ]);
  expect(solutions([{ error: 1, step: 0, why: 'the disk was mended elsewhere' }])).toEqual([null, null]);
});

test.each([
  [undefined],
  ['Clean'],
  [[null, 7]],
  [[{ error: 1, step: 'one' }]],
  [[{ error: 1, step: 3, why: '' }]],
  [[{ error: 2, step: 1, why: '' }]],
])('rules name it where it answers %j', (value) =>
  expect(solutions(value)).toEqual([null, { attempt: 'Restart', why: '', by: 'guess' }]),
);
