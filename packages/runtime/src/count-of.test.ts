import { expect, test } from 'vitest';
import { createCountOf } from './count-of.ts';

test('counts from 1 in each span, also where the clock was set back', () => {
  let now = 5_000;
  const count = createCountOf(1_000, { now: () => now });
  expect([count(), count()]).toEqual([1, 2]);
  now += 999;
  expect(count()).toBe(3);
  now += 1;
  expect(count()).toBe(1);
  now -= 3_000;
  expect([count(), count()]).toEqual([1, 2]);
});
