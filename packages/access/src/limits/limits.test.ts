import { OperationError } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import type { Principal } from '../grant.ts';
import { createInFlight } from './in-flight.ts';
import type { OwnLimits } from './key-limits.ts';
import { createLimits, type LimitsOptions } from './limits.ts';
import { createRates } from './rates.ts';

const none = { requestsPerMinute: 0, requestsPerDay: 0, requestBytes: 0, batch: 0, streams: 0 };

function start(given: Partial<LimitsOptions> = {}) {
  const limits = createLimits({
    inFlight: createInFlight({ most: 100, mostPerScope: 100 }),
    turns: { take: async () => undefined, connected: () => undefined },
    rates: createRates({ client: null, prefix: '' }),
    perKey: none,
    perScope: none,
    ...given,
  });
  const ask = (principal: Principal | null, request: object, { operation = 'store', isQueued = false, isCounted = false } = {}) =>
    limits.enter({
      service: operation === 'invoke' ? 'agent' : 'facts',
      operation,
      request,
      principal,
      isQueued,
      isCounted,
      isMeasured: false,
    });
  return { limits, ask };
}

function key(id: string, limits: OwnLimits = {}): Principal {
  return { id: `key:${id}`, name: id, permissions: [], workspaces: null, users: null, collections: null, limits };
}

const usedUp = (message: RegExp) =>
  expect.objectContaining({ type: 'resource-exhausted', retryable: true, message: expect.stringMatching(message) });

test("a key's requests of a minute are counted over its users, and other keys' are not", async () => {
  const { ask } = start();
  const anne = key('anne', { requestsPerMinute: 2 });
  await ask(anne, { user: 'a' });
  await ask(anne, { user: 'b' });
  const refused: unknown = await ask(anne, { user: 'c' }).catch((error: unknown) => error);
  expect(refused).toEqual(usedUp(/^requests_per_minute: this key has asked 2 times in this minute; ask again in \d+ s$/));
  expect((refused as OperationError).retryAfterMs).toBeGreaterThan(0);
  expect((refused as OperationError).retryAfterMs).toBeLessThanOrEqual(60_000);
  await ask(key('ben', { requestsPerMinute: 2 }), { user: 'a' });
});

test('a key that says nothing has the limits of the fleet, and one that says 0 has none', async () => {
  const { ask } = start({ perKey: { ...none, requestsPerDay: 1 } });
  await ask(key('anne'), {});
  await expect(ask(key('anne'), {})).rejects.toEqual(usedUp(/^requests_per_day: /));
  const free = key('free', { requestsPerDay: 0 });
  for (let index = 0; index < 5; index += 1) await ask(free, {});
});

test("a user's requests are counted by every key, and the fleet's own are not", async () => {
  const { ask } = start({ perScope: { requestsPerMinute: 2, requestsPerDay: 0 } });
  await ask(key('anne'), { user: 'u1' });
  await ask(null, { user: 'u1' });
  await expect(ask(key('ben'), { user: 'u1' })).rejects.toEqual(usedUp(/^requests_per_minute: this user has asked 2 times/));
  await ask(key('ben'), { user: 'u2' });
  await ask({ ...key('local'), isOwn: true }, { user: 'u1' });
});

test('a request that is too long, or has too many elements, is refused for good', async () => {
  const { limits, ask } = start();
  const anne = key('anne', { requestBytes: 100, batch: 2 });
  const tooLarge = (message: RegExp) =>
    expect.objectContaining({ type: 'out-of-range', retryable: false, message: expect.stringMatching(message) });
  await expect(ask(anne, { content: 'x'.repeat(200) })).rejects.toEqual(
    tooLarge(/^request_bytes: .* at most 100 bytes, this one 214$/),
  );
  await expect(ask(anne, { facts: [{}, {}, {}] }, { operation: 'store_many' })).rejects.toEqual(
    tooLarge(/^batch: facts .* at most 2 elements, this one 3$/),
  );
  await ask(anne, { facts: [{}, {}] }, { operation: 'store_many' });
  expect(() => limits.check({ principal: anne, scope: null, bytes: 101 })).toThrow(/^request_bytes: /);
});

test.each([
  ['facts', 'store_many', 'facts', [{}, {}, {}]],
  ['conversations', 'append_messages', 'messages', [{}, {}, {}]],
  ['conversations', 'append_message', 'tool_calls', [{}, {}, {}]],
  ['conversations', 'insights', 'conversation_ids', ['a', 'b', 'c']],
  ['graph', 'merge_entities', 'ids', ['a', 'b', 'c']],
] as const)('a key with a limit of elements sends %s.%s no longer %s', async (service, operation, list, elements) => {
  const { limits } = start();
  const enter = (request: object, batch: number) =>
    limits.enter({
      service,
      operation,
      request,
      principal: key('anne', { batch }),
      isQueued: false,
      isCounted: false,
      isMeasured: false,
    });
  const refused = expect.objectContaining({
    type: 'out-of-range',
    message: `batch: ${list} of this key has at most 2 elements, this one 3`,
  });
  await expect(enter({ [list]: elements }, 2)).rejects.toEqual(refused);
  await enter({ [list]: elements }, 3);
});

test('words that describe one thing are no elements', async () => {
  const { ask } = start();
  await ask(key('anne', { batch: 1 }), { content: 'x', tags: ['a', 'b'], embedding: [0, 1] });
});

test('a key has so many streams open, and a refused request holds no room', async () => {
  const inFlight = createInFlight({ most: 10, mostPerScope: 10 });
  const { ask } = start({ inFlight });
  const anne = key('anne', { streams: 1 });
  const leave = await ask(anne, { question: 'q' }, { operation: 'invoke' });
  await expect(ask(anne, { question: 'q' }, { operation: 'invoke' })).rejects.toEqual(usedUp(/^streams: /));
  await ask(key('ben', { streams: 1 }), { question: 'q' }, { operation: 'invoke' });
  leave();
  await ask(anne, { question: 'q' }, { operation: 'invoke' });
  expect(inFlight.count).toBe(2);
});

test('what waits in a broker is not in flight, and is counted once', async () => {
  const inFlight = createInFlight({ most: 1, mostPerScope: 1 });
  const { ask } = start({ inFlight, perScope: { requestsPerMinute: 2, requestsPerDay: 0 } });
  await ask(null, {});
  await ask(null, {}, { isQueued: true });
  await expect(ask(null, {}, { isQueued: true })).rejects.toBeInstanceOf(OperationError);
  await ask(null, {}, { isQueued: true, isCounted: true });
  expect(inFlight.count).toBe(1);
});
