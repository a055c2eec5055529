import { expect, it } from 'vitest';
import { createRate } from './rate.ts';

it('says the count, the rate and the time left, of each work anew', () => {
  let now = 0;
  const rate = createRate({ now: () => now });
  expect(rate({ what: 'records', done: 0, total: 4_000 })).toBe('0 of 4,000 records');
  now = 2_000;
  expect(rate({ what: 'records', done: 1_000, total: 4_000 })).toBe('1,000 of 4,000 records, 500/s, 6 s left');
  now = 200_000;
  expect(rate({ what: 'records', done: 2_000, total: 40_000 })).toBe('2,000 of 40,000 records, 10/s, 63 min left');
  expect(rate({ what: 'bytes', done: 10, total: null })).toBe('10 bytes');
  now = 204_000;
  expect(rate({ what: 'bytes', done: 50, total: null })).toBe('50 bytes, 10/s');
});
