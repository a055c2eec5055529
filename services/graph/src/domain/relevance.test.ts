import { expect, it } from 'vitest';
import { relevance } from './relevance.ts';

const days = (count: number) => count * 24 * 60 * 60 * 1000;

it('is the need that base-level learning tells, halved with a learned weight', () => {
  // Stored four days ago, never used: odds of 1 / 0.5 · 4^−0.5 = 1.
  expect(relevance({ weight: null, uses: 0, ageMs: days(4) })).toBeCloseTo(0.5, 12);
  expect(relevance({ weight: null, uses: 2, ageMs: days(4) })).toBeCloseTo(0.75, 12);
  expect(relevance({ weight: 1, uses: 2, ageMs: days(4) })).toBeCloseTo(0.875, 12);
  expect(relevance({ weight: 0, uses: 2, ageMs: days(4) })).toBeCloseTo(0.375, 12);
});

it('rises with use and weight, falls with age, and stays from 0 to 1', () => {
  const plain = { weight: 0.5, uses: 3, ageMs: days(30) };
  expect(relevance({ ...plain, uses: 4 })).toBeGreaterThan(relevance(plain));
  expect(relevance({ ...plain, weight: 0.6 })).toBeGreaterThan(relevance(plain));
  expect(relevance({ ...plain, ageMs: days(31) })).toBeLessThan(relevance(plain));
  for (const weight of [null, -5, 0, 0.3, 1, 9]) {
    for (const uses of [0, 1, 1e9]) {
      for (const ageMs of [-1, 0, 1, days(1e6)]) {
        const value = relevance({ weight, uses, ageMs });
        expect(value >= 0 && value <= 1).toBe(true);
      }
    }
  }
});
