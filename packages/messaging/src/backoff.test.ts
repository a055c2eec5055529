import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const range = { minMs: 100, maxMs: 1_000 };

it('the wait doubles from the least to the most', () => {
  expect([1, 2, 3, 4, 5, 2_000].map((attempt) => backoffMs(attempt, range, () => 1))).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

it('half of the wait is random', () => {
  expect(backoffMs(1, range, () => 0)).toBe(50);
  expect(backoffMs(1, range, () => 0.5)).toBe(75);
});
