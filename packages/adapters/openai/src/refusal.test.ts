import { expect, it } from 'vitest';
import { retryAfterOf } from './refusal.ts';

const now = Date.UTC(2026, 4, 7, 9, 30);

it.each([
  ['20', 20_000],
  ['0.5', 500],
  ['Thu, 07 May 2026 09:31:00 GMT', 60_000],
  ['Thu, 07 May 2026 09:29:00 GMT', 0],
  ['soon', null],
  ['', null],
])('Retry-After %j', (value, ms) => {
  expect(retryAfterOf(new Headers({ 'retry-after': value }), now)).toBe(ms);
});

it('no headers say nothing', () => {
  expect([retryAfterOf(undefined, now), retryAfterOf(new Headers(), now)]).toEqual([null, null]);
});
