import { expect, it } from 'vitest';
import { figuresOf, ratioToFloor } from './figures.ts';

it('takes percentiles of the operations and the rate of all of them', () => {
  const ms = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(figuresOf({ ms, elapsedMs: 4_000 })).toEqual({ count: 200, p50: 100, p95: 190, p99: 198, perSecond: 50 });
});

const ours = { count: 1, p50: 3, p95: 9, p99: 9, perSecond: 500 };
const floor = { count: 1, p50: 2, p95: 2, p99: 2, perSecond: 1_000 };

it('compares medians where one is in flight', () => {
  expect(ratioToFloor(ours, floor, 1)).toBe(1.5);
});

it('compares rates where many are in flight', () => {
  expect(ratioToFloor(ours, floor, 64)).toBe(2);
});
