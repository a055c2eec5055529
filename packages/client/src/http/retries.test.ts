import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fleetConnection } from './fleet-connection.ts';

const restartMs = 5_000;
const answer = { type: 'answer', content: 'Anne', end_of_message: true, end_of_dialog: true, invocation_id: 'inv_1' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A fleet that is away until that time. */
function awayUntil(endsAt: number): typeof fetch {
  return async () => {
    if (Date.now() < endsAt) throw new TypeError('fetch failed');
    return new Response(`data: ${JSON.stringify(answer)}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  };
}

test.each([0, 0.999])('a stream outlives a restart of the fleet, however long its random waits are: %s', async (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const connection = fleetConnection({ url: 'http://fleet.example', fetch: awayUntil(Date.now() + restartMs) });
  const frames = Array.fromAsync(connection.frames({ service: 'agent', operation: 'resume' }, {}, {}));
  await vi.advanceTimersByTimeAsync(2 * restartMs);
  expect(await frames).toEqual([answer]);
});

test.each([
  ['its retries', { retries: 2 }, {}, 500],
  ['its time', {}, { timeoutMs: 1_000 }, 1_000],
])('a stream waits for a fleet that is away no longer than %s', async (_what, address, options, withinMs) => {
  const connection = fleetConnection({ url: 'http://fleet.example', fetch: awayUntil(Number.POSITIVE_INFINITY), ...address });
  const frames = Array.fromAsync(connection.frames({ service: 'agent', operation: 'resume' }, {}, options));
  const failed = expect(frames).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  await vi.advanceTimersByTimeAsync(withinMs);
  await failed;
});
