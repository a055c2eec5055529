import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { dayOf, isWithin, minuteOf, systemClock } from './clock.ts';

it('a sleep that is aborted rejects with the reason given, and one that is over leaves nothing behind', async () => {
  const control = new AbortController();
  await systemClock.sleep(0, control.signal);
  expect(getEventListeners(control.signal, 'abort')).toEqual([]);

  const reason = new Error('enough');
  const sleeping = systemClock.sleep(60_000, control.signal);
  control.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(systemClock.sleep(0, control.signal)).rejects.toBe(reason);
});

it.each([
  [Date.UTC(2026, 4, 7, 23, 59, 59), '2026-05-07', '2026-05-07 23:59'],
  ['2026-05-07T09:30:00.000Z', '2026-05-07', '2026-05-07 09:30'],
  ['2026-05-07T23:30:00-02:00', '2026-05-08', '2026-05-08 01:30'],
  ['2026-05-07', '2026-05-07', '2026-05-07 00:00'],
  ['', '', ''],
  ['yesterday', '', ''],
  [Number.NaN, '', ''],
])('the day of %j is %j in UTC, and its minute %j', (at, day, minute) => {
  expect([dayOf(at), minuteOf(at)]).toEqual([day, minute]);
});

it.each([
  [1_000, true],
  [1_999, true],
  [2_000, false],
  [999, false],
])('within a second of 1,000 is %d: %s', (now, expected) => {
  expect(isWithin(1_000, 1_000, now)).toBe(expected);
});
