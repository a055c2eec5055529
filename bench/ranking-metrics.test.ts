import { expect, it } from 'vitest';
import { mean, percentile, recallAt, reciprocalRank } from './ranking-metrics.ts';

const evidence = new Set(['b', 'z']);

it('counts the evidence among the first k, each once', () => {
  expect(recallAt(1, ['a', 'b', 'z'], evidence)).toBe(0);
  expect(recallAt(2, ['a', 'b', 'z'], evidence)).toBe(0.5);
  expect(recallAt(3, ['b', 'b', 'z'], evidence)).toBe(1);
  expect(recallAt(10, [], evidence)).toBe(0);
});

it('takes the first evidence for the reciprocal rank', () => {
  expect(reciprocalRank(['a', 'z', 'b'], evidence)).toBe(1 / 2);
  expect(reciprocalRank(['a'], evidence)).toBe(0);
});

it('takes means and percentiles', () => {
  expect(mean([1, 2, 6])).toBe(3);
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7]);
});
