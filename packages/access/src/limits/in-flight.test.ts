import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

test('one scope has so many in flight, and others still have room', () => {
  const inFlight = createInFlight({ most: 10, mostPerScope: 2 });
  const [leave] = [inFlight.enter('anne'), inFlight.enter('anne')];
  expect(() => inFlight.enter('anne')).toThrow(/^MAX_IN_FLIGHT_PER_SCOPE: 2 requests/);
  expect(() => inFlight.check('anne')).toThrow('ask again in 1 s');
  inFlight.enter('ben');
  leave?.();
  // Twice is once.
  leave?.();
  expect(inFlight.count).toBe(2);
  inFlight.enter('anne');
  expect(() => inFlight.enter('anne')).toThrow();
});

test('beyond so many in all nobody is taken, and what is refused says when to come again', () => {
  const inFlight = createInFlight({ most: 2, mostPerScope: 2 });
  inFlight.enter('anne');
  inFlight.check(null);
  inFlight.enter('ben');
  expect(() => inFlight.check(null)).toThrow(
    expect.objectContaining({
      type: 'unavailable',
      retryable: true,
      retryAfterMs: 1_000,
      message: expect.stringMatching(/^MAX_IN_FLIGHT: 2/),
    }),
  );
});
