import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { msSinceArrival, noteArrival } from './arrival.ts';

let now = 0;
afterEach(() => vi.restoreAllMocks());

test('what comes in one round of the event loop has waited since the round began, and later ones since theirs', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const [first, second, later, unknown] = [{}, {}, {}, {}] as IncomingMessage[] as [
    IncomingMessage,
    IncomingMessage,
    IncomingMessage,
    IncomingMessage,
  ];
  now = 100;
  noteArrival(first);
  // The first one takes that long before the second is looked at.
  now = 140;
  noteArrival(second);
  expect([first, second, unknown].map(msSinceArrival)).toEqual([40, 40, 0]);
  await new Promise<void>((resolve) => setImmediate(resolve));
  noteArrival(later);
  now = 150;
  expect([second, later].map(msSinceArrival)).toEqual([50, 10]);
});
