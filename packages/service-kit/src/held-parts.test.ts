import { createLogger } from '@agent-mem/runtime';
import type { WorkQueue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { holdParts } from './held-parts.ts';

it('a stop does not wait for a renewal that a store leaves unanswered, once it may wait no more', async () => {
  const clock = turnedClock();
  const hold = vi.fn(() => new Promise<never>(() => {}));
  const graph: WorkQueue = { hold, claim: async () => [], release: async () => {} };
  const stop = new AbortController();
  const parts = holdParts({
    graph,
    owner: 'one',
    groups: ['facts'],
    clock,
    log: createLogger({ level: 'silent' }),
    signal: stop.signal,
  });
  await clock.advance(2_000);
  expect(hold).toHaveBeenCalledOnce();
  const closed = vi.fn();
  const closing = parts[Symbol.asyncDispose]().then(closed);
  stop.abort(new Error('the stop waits no more'));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  await closing;
});

it('a clock that was set back lets no lease lapse', async () => {
  const machine = turnedClock();
  let backMs = 0;
  // Sleeps end in their time, whatever the clock says.
  const clock = { now: () => machine.now() - backMs, sleep: machine.sleep };
  const hold = vi.fn<WorkQueue['hold']>(async () => ({}));
  const graph: WorkQueue = { hold, claim: async () => [], release: async () => {} };
  await using _ = holdParts({ graph, owner: 'one', groups: ['facts'], clock, log: createLogger({ level: 'silent' }) });
  await machine.advance(2_000);
  expect(hold).toHaveBeenCalledTimes(1);
  backMs = 3_600_000;
  await machine.advance(20_000);
  expect(hold).toHaveBeenCalledTimes(11);
});
