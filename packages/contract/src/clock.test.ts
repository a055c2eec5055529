import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

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
