import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { endsWithin, resultBy } from './ends-within.ts';

it('is true for work that ended in time, well or not, and its timer goes', async () => {
  const clock = turnedClock();
  expect(await endsWithin(Promise.resolve(), 10, clock)).toBe(true);
  expect(await endsWithin(Promise.reject(new Error('failed')), 10, clock)).toBe(true);
  expect(clock.sleepers).toBe(0);
});

it('is false once the time is over', async () => {
  const clock = turnedClock();
  const ended = endsWithin(new Promise(() => undefined), 10, clock);
  await clock.advance(10);
  expect(await ended).toBe(false);
});

it('is false at once when the signal is aborted, also before it was asked', async () => {
  const clock = turnedClock();
  const stop = new AbortController();
  const ended = endsWithin(new Promise(() => undefined), 10, clock, stop.signal);
  stop.abort();
  expect(await ended).toBe(false);
  expect(await endsWithin(new Promise(() => undefined), 10, clock, stop.signal)).toBe(false);
  expect(clock.sleepers).toBe(0);
});

it('hands on what work comes to in time, and rejects with "timed out" at the time or with the signal, whatever comes later', async () => {
  const clock = turnedClock();
  const until = clock.now() + 10;
  expect(await resultBy(until, Promise.resolve('done'), clock)).toBe('done');
  await expect(resultBy(until, Promise.reject(new Error('failed')), clock)).rejects.toThrow('failed');
  const failsLater = Promise.withResolvers<string>();
  const late = resultBy(until, failsLater.promise, clock);
  const left = resultBy(until, failsLater.promise, clock, AbortSignal.abort());
  await expect(left).rejects.toThrow('timed out');
  await Promise.all([expect(late).rejects.toThrow('timed out'), clock.advance(10)]);
  failsLater.reject(new Error('failed later'));
  expect(clock.sleepers).toBe(0);
});
