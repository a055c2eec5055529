import { expect, test } from 'vitest';
import { learnedWeight } from './learned-weight.ts';

test('a reward takes the weight most of the way there, and never beyond', () => {
  expect(learnedWeight(0, 1)).toBe(0.75);
  expect(learnedWeight(0, -1)).toBe(-0.75);
  expect(learnedWeight(0.75, -1)).toBe(-0.5625);
  let weight = 0;
  for (let given = 0; given < 1_000; given++) weight = learnedWeight(weight, 1);
  expect(weight).toBeLessThanOrEqual(1);
  expect(weight).toBeGreaterThan(0.99);
});

test('a weak reward takes nothing from a strong one of its sign, and 0 changes nothing', () => {
  expect(learnedWeight(0.75, 0.3)).toBe(0.75);
  expect(learnedWeight(-0.75, -0.3)).toBe(-0.75);
  expect(learnedWeight(0.4, 0)).toBe(0.4);
  expect(learnedWeight(-0.2, 0.2)).toBeGreaterThan(0);
});
