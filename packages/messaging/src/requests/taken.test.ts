import { replyTopic, serviceTopic, topicUrl } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { yielding } from '../../test/yielding.ts';
import { createCaller, createMemoryBus, type Delivery, serveRequests } from '../index.ts';

const queries = serviceTopic('facts', 'query');
const found = { retrieve: { facts: [] }, error: null };

/** A service whose answers wait for `answer`, and how often it was asked; and how often the query was published. */
async function slowService() {
  const clock = turnedClock();
  const bus = createMemoryBus();
  const gate = Promise.withResolvers<void>();
  let runs = 0;
  let published = 0;
  await bus.subscribe(queries, { name: 'watch', type: 'shared' }, async () => {
    published += 1;
  });
  const server = await serveRequests(
    bus,
    'facts',
    yielding(async function* () {
      runs += 1;
      await gate.promise;
      yield found;
    }),
    { clock },
  );
  return { clock, bus, server, answer: gate.resolve, runs: () => runs, published: () => published };
}

describe('a query that takes long', () => {
  it('is published once, also where another process would answer it, and its answer is taken', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, bus, server, answer, runs, published } = await slowService();
    stack.use(bus);
    stack.use(server);
    stack.defer(answer);
    const caller = stack.use(await createCaller(bus, { clientId: 'test', clock, random: () => 0 }));
    const asked = caller.call('facts', 'retrieve', { query: 'x' }, { timeoutMs: 60_000 });
    await clock.advance(50_000);
    expect([published(), runs()]).toEqual([1, 1]);
    answer();
    expect(await asked).toEqual({ facts: [] });
  });

  it('is published again when the process that works on it says so no more', async () => {
    const clock = turnedClock();
    await using bus = createMemoryBus();
    const begun = clock.now();
    const at: number[] = [];
    // It says once that it works on the query, and dies.
    await bus.subscribe(queries, { name: 'facts', type: 'shared' }, async ({ properties: { id = '' } }) => {
      at.push(clock.now() - begun);
      if (at.length === 1)
        await bus.publish(replyTopic('test'), { payload: '{"error":null}', properties: { id, taken: 'true' } });
    });
    await using caller = await createCaller(bus, { clientId: 'test', clock, random: () => 0 });
    const asked = caller.call('facts', 'retrieve', { query: 'x' }, { timeoutMs: 8_000 }).catch(() => {});
    await clock.advance(8_000);
    await asked;
    expect(at.length).toBeGreaterThan(1);
    expect(at[1]).toBeGreaterThanOrEqual(4_000);
  });

  it('sends nothing but the answer to a caller that does not accept notices', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, bus, server, answer } = await slowService();
    stack.use(bus);
    stack.use(server);
    stack.defer(answer);
    const seen: Delivery[] = [];
    const topic = { ...replyTopic('stock'), persistent: true };
    await bus.subscribe(topic, { name: 'stock', type: 'exclusive' }, async (delivery) => {
      seen.push(delivery);
    });
    const properties = { id: '1', reply_to: topicUrl(topic) };
    await bus.publish(queries, { payload: '{"retrieve":{"query":"x"}}', properties });
    await clock.advance(30_000);
    answer();
    await bus.settled();
    expect(seen.map(({ payload }) => JSON.parse(payload))).toEqual([expect.objectContaining(found)]);
  });
});
