import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { createWaker } from './waker.ts';

const never = new AbortController().signal;

test('a sleep ends at its time, or when it is woken', async () => {
  const clock = turnedClock();
  const waker = createWaker(clock);
  const whole = waker.sleep(1_000, never);
  await clock.advance(1_000);
  await whole;
  const woken = waker.sleep(1_000, never);
  waker.wake();
  await woken;
});

test('one that is woken before it sleeps does not sleep, once', async () => {
  const clock = turnedClock();
  const waker = createWaker(clock);
  waker.wake();
  waker.wake();
  await waker.sleep(1_000, never);
  let isOver = false;
  const next = waker.sleep(1_000, never).then(() => {
    isOver = true;
  });
  await clock.advance(999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await next;
});

test('a sleep that is given up rejects with the reason', async () => {
  const stop = new AbortController();
  const sleeping = createWaker(turnedClock()).sleep(1_000, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(sleeping).rejects.toThrow('stopped');
});
