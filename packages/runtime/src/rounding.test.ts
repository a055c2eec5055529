import { expect, it } from 'vitest';
import { eachRounded, roundedMs, roundedScore } from './rounding.ts';

it.each([
  [0, 0],
  [0.04, 0],
  [0.26, 0.3],
  [9.94, 9.9],
  [9.96, 10],
  [12.4, 12],
  [1_234.5, 1_235],
])('%f ms are answered as %f', (ms, answered) => {
  expect(roundedMs(ms)).toBe(answered);
});

it('scores have four decimals', () => {
  expect([0, 0.123_449, 0.999_96, 1].map(roundedScore)).toEqual([0, 0.1234, 1, 1]);
});

it('figures by name are rounded each', () => {
  expect(eachRounded({ search: 1.26, rank: 31.7 }, roundedMs)).toEqual({ search: 1.3, rank: 32 });
});
