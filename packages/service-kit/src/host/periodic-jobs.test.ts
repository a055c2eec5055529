import { createActivity, createWaker } from '@agent-mem/runtime';
import { turnedClock } from '@agent-mem/testing';
import { loneService, notesService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { startPeriodicJob } from './periodic-jobs.ts';

function started(isWoken: boolean) {
  const clock = turnedClock();
  const waker = createWaker(clock);
  const run = vi.fn(async () => undefined);
  const job = { name: 'count', everyMs: 1_000, run, ...(isWoken && { waker }) };
  return { clock, waker, run, running: startPeriodicJob(job, loneService(notesService, { clock }).context, createActivity()) };
}

test.each([true, false])('a job runs every so often until it is disposed; that it can be woken is %s', async (isWoken) => {
  const { clock, run, running } = started(isWoken);
  await clock.advance(999);
  expect(run).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(run).toHaveBeenCalledOnce();
  await clock.advance(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  await running[Symbol.asyncDispose]();
  await clock.advance(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a job runs when it is woken', async () => {
  const { waker, run, running } = started(true);
  waker.wake();
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  await running[Symbol.asyncDispose]();
});
