import { expect, it } from 'vitest';
import { pairedInterval } from './bootstrap.ts';

const wins = Array.from({ length: 100 }, (_, index) => (index % 4 === 0 ? 1 : 0));
const none = wins.map(() => 0);

it('answers the mean difference between its bounds', () => {
  const { difference, low, high } = pairedInterval(wins, none);
  expect(difference).toBe(0.25);
  // Of a share of .25 in 100 the standard error is .043.
  expect(low).toBeCloseTo(0.25 - 1.96 * 0.043, 1);
  expect(high).toBeCloseTo(0.25 + 1.96 * 0.043, 1);
});

it('pairs: what both have in common widens nothing', () => {
  const noisy = wins.map((_, index) => index);
  const { difference, low, high } = pairedInterval(
    noisy.map((value) => value + 0.5),
    noisy,
  );
  expect([difference, low, high]).toEqual([0.5, 0.5, 0.5]);
});

it('includes 0 where gains and losses are even', () => {
  const turns = wins.map((_, index) => (index % 2 === 0 ? 1 : -1));
  const { low, high } = pairedInterval(turns, none);
  expect(low).toBeLessThan(0);
  expect(high).toBeGreaterThan(0);
});

it('draws the same for the same seed, and other samples for another', () => {
  const random = wins.map((_, index) => Math.sin(index));
  expect(pairedInterval(random, none, { seed: 7, samples: 200 })).toEqual(
    pairedInterval(random, none, { seed: 7, samples: 200 }),
  );
  expect(pairedInterval(random, none, { seed: 7, samples: 200 })).not.toEqual(
    pairedInterval(random, none, { seed: 8, samples: 200 }),
  );
});

it('refuses what is not paired', () => {
  expect(() => pairedInterval([1], [1, 2])).toThrow(RangeError);
  expect(() => pairedInterval([], [])).toThrow(RangeError);
});
