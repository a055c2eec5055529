import { turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { LogCleaner } from './log-cleaner.ts';

function cleaning() {
  const clock = turnedClock();
  const clean = vi.fn(async () => undefined);
  return { clock, clean, cleaner: new LogCleaner(clean, clock) };
}

test('the log is cleaned a second after the first write', async () => {
  const { clock, clean, cleaner } = cleaning();
  cleaner.written();
  await clock.advance(999);
  expect(clean).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(clean).toHaveBeenCalledOnce();
});

test.each(['used', 'written'] as const)('while the file is %s, that goes first, but not for ever', async (how) => {
  const { clock, clean, cleaner } = cleaning();
  const busyFor = async (ms: number) => {
    cleaner.written();
    for (let at = 0; at < ms; at += 10) {
      cleaner[how]();
      await clock.advance(10);
    }
  };
  await busyFor(1_200);
  expect(clean).not.toHaveBeenCalled();
  await clock.advance(100);
  expect(clean).toHaveBeenCalledOnce();
  await busyFor(2_900);
  expect(clean).toHaveBeenCalledOnce();
  await busyFor(200);
  expect(clean).toHaveBeenCalledTimes(2);
});

test('nothing is cleaned once it is over', async () => {
  const { clock, clean, cleaner } = cleaning();
  cleaner.written();
  cleaner[Symbol.dispose]();
  await clock.advance(5_000);
  expect(clean).not.toHaveBeenCalled();
});
