import { expect, it } from 'vitest';
import { likeness, trigrams } from './trigrams.ts';

it('finds words alike that differ by a slip, and others not', () => {
  expect(likeness(trigrams('sistre'), 'sister')).toBeCloseTo(0.5, 10);
  expect(likeness(trigrams('muizenburg'), 'muizenberg')).toBeGreaterThan(0.6);
  expect(likeness(trigrams('sistre'), 'garden')).toBe(0);
});

it('is 1 for the same word, and from 0 to 1 for words of one sign, none and many of a kind', () => {
  for (const word of ['garden', 'a', '日本']) expect(likeness(trigrams(word), word)).toBe(1);
  expect(likeness(trigrams(''), '')).toBe(0);
  expect(likeness(trigrams('aaa'), 'aaaaaaaaaaaaaaaa')).toBeLessThanOrEqual(1);
});
