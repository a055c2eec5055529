import { OperationError } from '@agent-mem/contract';
import { createWaker } from '@agent-mem/runtime';
import { turnedClock } from '@agent-mem/testing';
import { loneService, notesService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { createActivity } from './activity.ts';
import { startPeriodicJob } from './periodic-jobs.ts';

function started(isWoken: boolean, everyMs = 1_000) {
  const clock = turnedClock();
  const waker = createWaker(clock);
  const run = vi.fn(async () => undefined);
  const job = { name: 'count', everyMs, run, ...(isWoken && { waker }) };
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

test('a job of each hour runs within five minutes of the start, and then by the hour', async () => {
  const { clock, run, running } = started(false, 3_600_000);
  await clock.advance(300_000);
  expect(run).toHaveBeenCalledOnce();
  await clock.advance(3_599_999);
  expect(run).toHaveBeenCalledOnce();
  await clock.advance(1);
  expect(run).toHaveBeenCalledTimes(2);
  await running[Symbol.asyncDispose]();
});

test('a job runs when it is woken', async () => {
  const { waker, run, running } = started(true);
  waker.wake();
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  await running[Symbol.asyncDispose]();
});

test('a failure that goes on is a line of the log once a minute, and each other failure is one', async () => {
  const clock = turnedClock();
  const context = loneService(notesService, { clock }).context;
  const warn = vi.spyOn(context.log, 'warn');
  const error = vi.spyOn(context.log, 'error');
  let failure: Error | null = new OperationError('unavailable', 'the store is away');
  const run = async () => {
    if (failure) throw failure;
  };
  await using _ = startPeriodicJob({ name: 'count', everyMs: 1_000, run }, context, createActivity());
  const lines = async (ms: number) => {
    await clock.advance(ms);
    const counts = [warn.mock.calls.length, error.mock.calls.length];
    warn.mockClear();
    error.mockClear();
    return counts;
  };
  expect(await lines(60_000)).toEqual([1, 0]);
  expect(await lines(60_000)).toEqual([1, 0]);
  failure = new Error('a bug');
  expect(await lines(30_000)).toEqual([0, 1]);
  failure = null;
  expect(await lines(1_000)).toEqual([0, 0]);
  failure = new Error('a bug');
  expect(await lines(30_000)).toEqual([0, 1]);
});
