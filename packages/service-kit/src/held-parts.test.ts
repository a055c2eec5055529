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
