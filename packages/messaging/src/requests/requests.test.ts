import { setImmediate } from 'node:timers/promises';
import {
  type Clock,
  deadLetterTopic,
  OperationError,
  replyTopic,
  serviceTopic,
  systemClock,
  topicUrl,
} from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { yielding } from '../../test/yielding.ts';
import {
  type Bus,
  createCaller,
  createMemoryBus,
  type Delivery,
  type IncomingRequest,
  type Reply,
  serveRequests,
} from '../index.ts';

let bus: Bus;
const open: AsyncDisposable[] = [];

beforeEach(() => {
  bus = createMemoryBus();
});

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
  await bus[Symbol.asyncDispose]();
});

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const quick = { minMs: 1, maxMs: 2 };

async function serve(replies: Parameters<typeof yielding>[0], clock: Clock = systemClock) {
  const server = await serveRequests(bus, 'facts', yielding(replies), { clock, maxAttempts: 3, backoff: quick });
  open.push(server);
  return server;
}

async function caller(clock: Clock = systemClock, on: Bus = bus) {
  const made = await createCaller(on, { clientId: 'test', clock, random: () => 0 });
  open.push(made);
  return made;
}

/** Everything that comes on a reply topic, as a client without our library sees it. */
async function replies(name: string): Promise<Delivery[]> {
  const seen: Delivery[] = [];
  const topic = { ...replyTopic(name), persistent: true };
  await bus.subscribe(topic, { name: 'client', type: 'exclusive' }, async (delivery) => {
    seen.push(delivery);
  });
  return seen;
}

async function deadLetters(): Promise<Delivery[]> {
  const seen: Delivery[] = [];
  const topic = deadLetterTopic(serviceTopic('facts', 'command'), 'facts');
  await bus.subscribe(topic, { name: 'dead-letters', type: 'shared' }, async (delivery) => {
    seen.push(delivery);
  });
  return seen;
}

const commands = serviceTopic('facts', 'command');
const queries = serviceTopic('facts', 'query');
const toClient = topicUrl({ ...replyTopic('client'), persistent: true });
const stored = { store: { fact_id: 'fact_1' }, error: null };

function failure(type: 'unavailable' | 'not-found', message = 'why'): Reply {
  return { error: new OperationError(type, message).toWire(), warnings: null };
}

describe('a call', () => {
  it('is answered with the operation, over the lane of its kind', async () => {
    const seen: IncomingRequest[] = [];
    await serve(async function* (request) {
      seen.push(request);
      yield request.transport === 'query' ? { get: { fact: null }, error: null } : stored;
    });
    const { call } = await caller();
    expect(await call('facts', 'get', { fact_id: 'x' }, { traceparent })).toEqual({ fact: null });
    expect(await call('facts', 'store', { content: 'Anne is 30' }, { idempotencyKey: 'mine' })).toEqual({ fact_id: 'fact_1' });
    expect(seen.map(({ transport, traceparent }) => [transport, traceparent])).toEqual([
      ['query', traceparent],
      ['command', null],
    ]);
    expect(seen[1]).toMatchObject({ envelope: { store: { content: 'Anne is 30' } }, idempotencyKey: 'mine', attempt: 1 });
    expect(seen[1]?.deadline).toBeGreaterThan(Date.now());
  });

  it('is answered by services of another version: what they report beside the answer is passed over', async () => {
    await serve(async function* () {
      yield { ...stored, warnings: ['store.pin: is not known'], later: {} };
    });
    const { call } = await caller();
    expect(await call('facts', 'store', { content: 'Anne is 30' })).toEqual({ fact_id: 'fact_1' });
  });

  it('rejects with the error of the service', async () => {
    await serve(async function* () {
      yield failure('not-found', 'Fact x not found');
    });
    const { call } = await caller();
    await expect(call('facts', 'get', { fact_id: 'x' })).rejects.toMatchObject({
      type: 'not-found',
      message: 'Fact x not found',
    });
  });

  it('puts the key of what it changes on a command; one that has no sense goes without, for its service to refuse', async () => {
    await bus.ensureSubscription(commands, 'watch');
    const { call } = await caller();
    const watched: Delivery[] = [];
    await bus.subscribe(commands, { name: 'watch', type: 'shared' }, async (delivery) => {
      watched.push(delivery);
    });
    const asked = call('facts', 'store', { content: 'Anne', user: 'u1' }, { timeoutMs: 60_000 }).catch(() => {});
    await vi.waitFor(() => expect(watched).toHaveLength(1));
    expect(watched[0]?.key).toMatch(/^default\/u1\/default\/[0-9a-f]{64}$/);
    expect(watched[0]?.properties).toMatchObject({ reply_to: 'non-persistent://agent-mem/reply/test' });
    const senseless = call('facts', 'store', { content: '' }, { timeoutMs: 60_000 }).catch(() => {});
    await vi.waitFor(() => expect(watched).toHaveLength(2));
    expect(watched[1]?.key).toBeNull();
    await open.pop()?.[Symbol.asyncDispose]();
    await Promise.all([asked, senseless]);
  });

  it('ends at its deadline, with its signal, and with its caller', async () => {
    const clock = turnedClock();
    const made = await caller(clock);
    const late = made.call('facts', 'get', { fact_id: 'x' }, { timeoutMs: 500 });
    const expected = expect(late).rejects.toMatchObject({
      type: 'deadline-exceeded',
      message: expect.stringContaining('facts.get'),
    });
    await clock.advance(500);
    await expected;
    const stop = new AbortController();
    const cancelled = made.call('facts', 'get', { fact_id: 'x' }, { signal: stop.signal });
    stop.abort();
    await expect(cancelled).rejects.toMatchObject({ type: 'cancelled' });
    await expect(made.call('facts', 'get', { fact_id: 'x' }, { signal: stop.signal })).rejects.toMatchObject({
      type: 'cancelled',
    });
    const left = made.call('facts', 'get', { fact_id: 'x' });
    const leftEnds = expect(left).rejects.toMatchObject({ type: 'unavailable' });
    await made[Symbol.asyncDispose]();
    await leftEnds;
  });

  it('repeats a query that met nobody, under one id, and takes the first answer', async () => {
    const clock = turnedClock();
    const { call } = await caller(clock);
    const answer = call('facts', 'get', { fact_id: 'x' });
    await clock.advance(100);
    const ids: string[] = [];
    await serve(async function* ({ id }) {
      ids.push(id);
      yield { get: { fact: null }, error: null };
    }, clock);
    await clock.advance(1_000);
    expect(await answer).toEqual({ fact: null });
    await clock.advance(9_000);
    expect(ids).toHaveLength(1);
  });

  it('publishes a command again when it cannot know whether the bus took it, under one id and key', async () => {
    const clock = turnedClock();
    const sent: Delivery['properties'][] = [];
    const flaky: Bus = Object.create(bus, {
      publish: {
        value: async (...[topic, message]: Parameters<Bus['publish']>) => {
          sent.push(message.properties ?? {});
          await bus.publish(topic, message);
          if (sent.length === 1) throw new Error('connection lost');
        },
      },
      subscribe: { value: bus.subscribe.bind(bus) },
    });
    await bus.ensureSubscription(commands, 'facts');
    const { call } = await caller(clock, flaky);
    const answer = call('facts', 'store', { content: 'Anne' });
    await clock.advance(100);
    await serve(async function* () {
      yield stored;
    }, clock);
    expect(await answer).toEqual({ fact_id: 'fact_1' });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  describe('whose reply was lost', () => {
    /** A bus that loses the first replies, as a broker does whose consumer is not connected. */
    function losing(count: number): Bus {
      let lost = 0;
      return Object.create(bus, {
        publish: {
          value: async (...[topic, message]: Parameters<Bus['publish']>) => {
            if (topic.lane === 'reply' && lost < count) lost += 1;
            else await bus.publish(topic, message);
          },
        },
        subscribe: { value: bus.subscribe.bind(bus) },
      });
    }

    it('is answered long before its deadline, by the first reply again: its work is done once', async () => {
      const clock = turnedClock();
      let runs = 0;
      const dispatch = yielding(async function* () {
        runs += 1;
        yield { store: { fact_id: `fact_${runs}` }, error: null };
      });
      open.push(await serveRequests(losing(2), 'facts', dispatch, { clock }));
      const { call } = await caller(clock);
      const answer = call('facts', 'store', { content: 'Anne' }, { timeoutMs: 60_000 });
      await clock.advance(2_000);
      await clock.advance(4_000);
      expect(await answer).toEqual({ fact_id: 'fact_1' });
      expect(runs).toBe(1);
    });

    it('is not repeated before two seconds are over, then ever later', async () => {
      const clock = turnedClock();
      const at: number[] = [];
      const begun = clock.now();
      await bus.subscribe(commands, { name: 'watch', type: 'shared' }, async () => {
        at.push(clock.now() - begun);
      });
      const { call } = await caller(clock);
      const late = call('facts', 'store', { content: 'Anne' }, { timeoutMs: 60_000 }).catch(() => {});
      await clock.advance(60_000);
      await late;
      // The least of each wait: `random` is 0.
      expect(at).toEqual([0, 2_000, 6_000, 14_000, 29_000, 44_000, 59_000]);
    });
  });

  it('waits with its message for the connection that replies come by', async () => {
    const clock = turnedClock();
    const state = { isConnected: false };
    const lost: Bus = Object.create(bus, {
      publish: { value: bus.publish.bind(bus) },
      subscribe: {
        value: async (...parameters: Parameters<Bus['subscribe']>) =>
          Object.create(await bus.subscribe(...parameters), { isConnected: { get: () => state.isConnected } }),
      },
    });
    let runs = 0;
    await serve(async function* () {
      runs += 1;
      yield stored;
    }, clock);
    const { call } = await caller(clock, lost);
    const never = expect(call('facts', 'store', { content: 'x' }, { timeoutMs: 1_000 })).rejects.toMatchObject({
      type: 'unavailable',
      cause: { message: expect.stringContaining('replies') },
    });
    await clock.advance(1_000);
    await never;
    expect(runs).toBe(0);
    const answer = call('facts', 'store', { content: 'x' });
    await clock.advance(500);
    state.isConnected = true;
    await clock.advance(500);
    expect(await answer).toEqual({ fact_id: 'fact_1' });
  });

  it('is unavailable when the bus took it never', async () => {
    const clock = turnedClock();
    const down: Bus = Object.create(bus, {
      publish: { value: () => Promise.reject(new OperationError('unavailable', 'down')) },
      subscribe: { value: bus.subscribe.bind(bus) },
    });
    const { call } = await caller(clock, down);
    const asked = expect(call('facts', 'store', { content: 'x' })).rejects.toMatchObject({ type: 'unavailable' });
    await clock.advance(10_000);
    await asked;
  });

  it('is told deadline-exceeded when its time was over before the bus could say anything', async () => {
    const silent: Bus = Object.create(bus, {
      publish: { value: () => new Promise(() => undefined) },
      subscribe: { value: bus.subscribe.bind(bus) },
    });
    const clock = turnedClock();
    const { call } = await caller(clock, silent);
    const late = call('facts', 'store', { content: 'x' }, { timeoutMs: 0 });
    const refused = expect(late).rejects.toMatchObject({ type: 'deadline-exceeded' });
    await clock.advance(1);
    await refused;
  });
});

describe('a service on the bus', () => {
  it('answers callers that name a reply topic, with the id, and no others', async () => {
    await serve(async function* () {
      yield stored;
    });
    const seen = await replies('client');
    await bus.publish(commands, { payload: '{"store":{"content":"x"}}' });
    await bus.publish(commands, {
      payload: '{"store":{"content":"x"}}',
      properties: { id: '1', reply_to: toClient, traceparent, other: 'ignored' },
    });
    await bus.settled();
    expect(seen.map(({ payload, properties }) => [JSON.parse(payload), properties])).toEqual([
      [
        { ...stored, warnings: null },
        { id: '1', traceparent },
      ],
    ]);
  });

  it.each(['persistent://agent-mem/command/facts', 'persistent://other/reply/x', 'reply/x', 'persistent://agent-mem/reply/a/b'])(
    'does not work for who wants the answer at %s',
    async (replyTo) => {
      const dispatch = vi.fn(async function* () {
        yield stored;
      });
      await serve(dispatch);
      const dead = await deadLetters();
      const message = { payload: '{"store":{"content":"x"}}', properties: { reply_to: replyTo } };
      await bus.publish(queries, message);
      await bus.publish(commands, message);
      await bus.settled();
      expect(dispatch).not.toHaveBeenCalled();
      expect(dead.map(({ properties }) => properties.dead_letter_reason)).toEqual([expect.stringMatching(/^reply_to: /)]);
    },
  );

  it('refuses what is not JSON, and keeps it when there is nobody to tell', async () => {
    const dispatch = vi.fn(async function* () {
      yield stored;
    });
    await serve(dispatch);
    const [seen, dead] = [await replies('client'), await deadLetters()];
    for (const topic of [commands, queries]) {
      await bus.publish(topic, { payload: '{', properties: { id: topic.lane, reply_to: toClient } });
      await bus.publish(topic, { payload: '{' });
    }
    await bus.publish(commands, { payload: '{}', properties: { id: 'soon', deadline: 'soon', reply_to: toClient } });
    await bus.settled();
    expect(dispatch).not.toHaveBeenCalled();
    expect(seen.map(({ properties, payload }) => [properties.id, JSON.parse(payload).error.type]).toSorted()).toEqual([
      ['command', 'invalid-argument'],
      ['query', 'invalid-argument'],
      ['soon', 'invalid-argument'],
    ]);
    expect(dead).toHaveLength(1);
    expect(dead[0]?.properties.dead_letter_reason).toMatch(/^invalid-argument: message: must be one JSON object/);
  });

  it('does not begin work whose deadline has passed', async () => {
    const dispatch = vi.fn(async function* () {
      yield stored;
    });
    await serve(dispatch);
    const [seen, dead] = [await replies('client'), await deadLetters()];
    const properties = { id: '1', reply_to: toClient, deadline: String(Date.now() - 1) };
    await bus.publish(commands, { payload: '{"store":{"content":"x"}}', properties });
    await bus.settled();
    expect(dispatch).not.toHaveBeenCalled();
    expect(seen.map(({ payload }) => JSON.parse(payload).error.type)).toEqual(['deadline-exceeded']);
    expect(dead).toEqual([]);
  });

  it('has a command that may be mended delivered again, unanswered, and answers its success', async () => {
    const attempts: number[] = [];
    await serve(async function* ({ attempt }) {
      attempts.push(attempt);
      if (attempt === 1) yield failure('unavailable');
      else if (attempt === 2) throw new Error('bug');
      else yield stored;
    });
    const { call } = await caller();
    expect(await call('facts', 'store', { content: 'x' })).toEqual({ fact_id: 'fact_1' });
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('gives a command without a key the same one at every delivery, and another command another', async () => {
    const keys: (string | null)[] = [];
    await serve(async function* ({ attempt, idempotencyKey }) {
      keys.push(idempotencyKey);
      yield attempt === 1 ? failure('unavailable') : stored;
    });
    for (const _ of [1, 2]) await bus.publish(commands, { payload: '{"store":{"content":"x"}}' });
    await bus.settled();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => key?.startsWith('delivery:'))).toBe(true);
  });

  it('has a key that stores can index, however long the one that came is: the same one for the same key', async () => {
    const keys: (string | null)[] = [];
    await serve(async function* ({ idempotencyKey }) {
      keys.push(idempotencyKey);
      yield stored;
    });
    for (const idempotency_key of ['k'.repeat(256), 'k'.repeat(5_000), 'k'.repeat(5_000), `${'k'.repeat(5_000)}!`])
      await bus.publish(commands, { payload: '{"store":{"content":"x"}}', properties: { idempotency_key } });
    await bus.settled();
    expect(keys.map((key) => key?.length)).toEqual([256, 64, 64, 64]);
    expect(new Set(keys).size).toBe(3);
  });

  it.each([
    [
      'yields',
      async function* () {
        yield failure('unavailable', 'store down');
      },
    ],
    [
      'throws',
      () => {
        throw new OperationError('unavailable', 'store down');
      },
    ],
  ] as [string, Parameters<typeof yielding>[0]][])(
    'answers the error of the last attempt once and keeps the command when dispatch %s',
    async (_, replies_) => {
      await serve(replies_);
      const [seen, dead] = [await replies('client'), await deadLetters()];
      await bus.publish(commands, { payload: '{"store":{"content":"x"}}', properties: { id: '1', reply_to: toClient } });
      await bus.settled();
      expect(seen.map(({ payload }) => JSON.parse(payload))).toEqual([failure('unavailable', 'store down')]);
      expect(dead.map(({ properties }) => properties)).toMatchObject([
        { id: '1', dead_letter_reason: 'unavailable: store down' },
      ]);
    },
  );

  it('keeps a refused command only when nobody was told', async () => {
    await serve(async function* () {
      yield failure('not-found', 'Fact x not found');
    });
    const dead = await deadLetters();
    await bus.publish(commands, { payload: '{"delete":{"fact_id":"x"}}', properties: { id: 'told', reply_to: toClient } });
    await bus.publish(commands, { payload: '{"delete":{"fact_id":"x"}}', properties: { id: 'untold' } });
    await bus.settled();
    expect(dead.map(({ properties }) => [properties.id, properties.dead_letter_reason])).toEqual([
      ['untold', 'not-found: Fact x not found'],
    ]);
  });

  it('runs a query that comes twice once, and answers a later repeat the same', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    await serve(async function* () {
      runs += 1;
      await gate.promise;
      yield { get: { fact: null, run: runs }, error: null };
    });
    const seen = await replies('client');
    const ask = () => bus.publish(queries, { payload: '{"get":{"fact_id":"x"}}', properties: { id: '1', reply_to: toClient } });
    await ask();
    await ask();
    await vi.waitFor(() => expect(runs).toBe(1));
    gate.resolve();
    await bus.settled();
    expect(seen).toHaveLength(1);
    await ask();
    await bus.settled();
    expect(runs).toBe(1);
    expect(seen.map(({ payload }) => JSON.parse(payload).get.run)).toEqual([1, 1]);
  });

  it('runs each query that has no id: nothing says that it is a repeat', async () => {
    let runs = 0;
    await serve(async function* () {
      runs += 1;
      yield { get: { fact: null, run: runs }, error: null };
    });
    const seen = await replies('client');
    for (let times = 0; times < 2; times += 1) {
      await bus.publish(queries, { payload: '{"get":{"fact_id":"x"}}', properties: { reply_to: toClient } });
      await bus.settled();
    }
    expect(seen.map(({ payload }) => JSON.parse(payload).get.run)).toEqual([1, 2]);
  });

  it('runs each command that has no key, also under one id: its sender does not say that it is a repeat', async () => {
    let runs = 0;
    await serve(async function* () {
      runs += 1;
      yield stored;
    });
    await replies('client');
    for (let times = 0; times < 2; times += 1) {
      await bus.publish(commands, { payload: '{"store":{"content":"x"}}', properties: { id: '1', reply_to: toClient } });
      await bus.settled();
    }
    expect(runs).toBe(2);
  });

  it('drops a malformed traceparent, which logs and later messages would repeat', async () => {
    const seen: IncomingRequest[] = [];
    await serve(async function* (request) {
      seen.push(request);
      yield stored;
    });
    const got = await replies('client');
    const properties = { id: '1', reply_to: toClient, traceparent: 'text that somebody wrote' };
    await bus.publish(queries, { payload: '{"get":{"fact_id":"x"}}', properties });
    await bus.settled();
    expect([seen[0]?.traceparent, got[0]?.properties]).toEqual([null, { id: '1' }]);
  });

  it.each([
    ['another payload', { payload: '{"get":{"fact_id":"y"}}' }],
    ['another credential', { scope_token: 'of somebody else' }],
    ['no credential', { scope_token: '' }],
  ])(
    'gives a query with the id of an earlier one and %s no answer of that one',
    async (_what, { payload, scope_token = 'of its sender' }: { payload?: string; scope_token?: string }) => {
      let runs = 0;
      await serve(async function* () {
        runs += 1;
        yield { get: { fact: null, run: runs }, error: null };
      });
      const seen = await replies('client');
      const properties = { id: '1', reply_to: toClient };
      const ask = (given: string, token: string) =>
        bus.publish(queries, { payload: given, properties: { ...properties, ...(token && { scope_token: token }) } });
      const first = '{"get":{"fact_id":"x"}}';
      await ask(first, 'of its sender');
      await bus.settled();
      await ask(payload ?? first, scope_token);
      await bus.settled();
      expect(seen.map((reply) => JSON.parse(reply.payload).get.run)).toEqual([1, 2]);
    },
  );

  describe('a command that comes again with its id and key', () => {
    const frame = (sequence: number, end: boolean) => ({ store: { fact_id: `f${sequence}` }, error: null, sequence, end });
    const properties = { id: '1', reply_to: toClient, idempotency_key: 'k' };
    const store = (content: string) => bus.publish(commands, { payload: JSON.stringify({ store: { content } }), properties });

    it('is run once, and told what has been told so far', async () => {
      const gate = Promise.withResolvers<void>();
      let runs = 0;
      await serve(async function* ({ accepted }) {
        runs += 1;
        accepted();
        yield frame(0, false);
        await gate.promise;
        yield frame(1, true);
      });
      const seen = await replies('client');
      await store('x');
      await vi.waitFor(() => expect(seen).toHaveLength(1));
      await store('x');
      await vi.waitFor(() => expect(seen).toHaveLength(2));
      gate.resolve();
      await vi.waitFor(() => expect(seen).toHaveLength(3));
      await store('x');
      await vi.waitFor(() => expect(seen).toHaveLength(5));
      expect(runs).toBe(1);
      expect(seen.map(({ payload }) => JSON.parse(payload).sequence)).toEqual([0, 0, 1, 0, 1]);
    });

    it('is another command when it asks for something else', async () => {
      const contents: unknown[] = [];
      await serve(async function* ({ envelope }) {
        contents.push(envelope);
        yield stored;
      });
      await store('x');
      await store('y');
      await bus.settled();
      expect(contents).toHaveLength(2);
    });

    it('is tried again when it failed', async () => {
      let runs = 0;
      await serve(async function* () {
        runs += 1;
        yield runs === 1 ? failure('not-found') : stored;
      });
      const seen = await replies('client');
      await store('x');
      await bus.settled();
      await store('x');
      await bus.settled();
      expect(seen.map(({ payload }) => JSON.parse(payload))).toEqual([failure('not-found'), { ...stored, warnings: null }]);
    });
  });

  it('acknowledges accepted work early, goes on with it, and waits for it when disposed', async () => {
    const gate = Promise.withResolvers<void>();
    const server = await serve(async function* ({ accepted }) {
      accepted();
      await gate.promise;
      yield stored;
    });
    const seen = await replies('client');
    await bus.publish(commands, { payload: '{"store":{"content":"x"}}', properties: { id: '1', reply_to: toClient } });
    await bus.settled();
    expect(seen).toEqual([]);
    const disposed = server[Symbol.asyncDispose]().then(() => 'disposed');
    expect(await Promise.race([disposed, Promise.resolve('still at work')])).toBe('still at work');
    gate.resolve();
    await disposed;
    await bus.settled();
    expect(seen).toHaveLength(1);
  });

  it('acknowledges work that is answered first after its answer', async () => {
    const gate = Promise.withResolvers<void>();
    const accepted = Promise.withResolvers<void>();
    await serve(async function* (request) {
      request.accepted({ isAnsweredFirst: true });
      accepted.resolve();
      await gate.promise;
      yield stored;
    });
    await bus.publish(commands, { payload: '{"store":{"content":"x"}}', properties: { id: '1', reply_to: toClient } });
    await accepted.promise;
    const settled = bus.settled().then(() => 'acknowledged');
    expect(await Promise.race([settled, setImmediate('not acknowledged')])).toBe('not acknowledged');
    const seen = await replies('client');
    gate.resolve();
    await settled;
    expect(seen).toHaveLength(1);
  });

  it('tells work that outlasts the drain to stop', async () => {
    const clock = turnedClock();
    const reasons: unknown[] = [];
    const server = await serve(async function* ({ signal, accepted }) {
      accepted();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      reasons.push(signal.reason);
      yield stored;
    }, clock);
    await bus.publish(commands, { payload: '{"store":{"content":"x"}}' });
    await bus.settled();
    const disposed = server[Symbol.asyncDispose]();
    await clock.advance(10_000);
    await disposed;
    expect(reasons).toMatchObject([{ type: 'unavailable' }]);
  });

  it('leaves a query that a stop interrupts to another process, for a caller that asks but once', async () => {
    const clock = turnedClock();
    const begun = Promise.withResolvers<void>();
    const stops = await serve(async function* ({ signal }) {
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
      yield stored;
    }, clock);
    const seen = await replies('client');
    await bus.publish(queries, { payload: '{"retrieve":{"query":"x"}}', properties: { id: '1', reply_to: toClient } });
    await begun.promise;
    const disposed = stops[Symbol.asyncDispose]();
    await serve(async function* () {
      yield { retrieve: { facts: [] }, error: null };
    }, clock);
    await clock.advance(10_000);
    await disposed;
    await bus.settled();
    expect(seen.map(({ payload }) => JSON.parse(payload).error)).toEqual([null]);
  });

  it('sends no end of accepted work that is handed on when a stop interrupts it', async () => {
    const clock = turnedClock();
    const server = await serve(async function* ({ signal, accepted }) {
      accepted({ isHandedOn: true });
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
      yield stored;
    }, clock);
    const seen = await replies('client');
    await bus.publish(commands, { payload: '{"store":{"content":"x"}}', properties: { id: '1', reply_to: toClient } });
    await bus.settled();
    const disposed = server[Symbol.asyncDispose]();
    await clock.advance(10_000);
    await disposed;
    await bus.settled();
    expect(seen).toEqual([]);
  });

  it.each([
    ['when the drain and its grace are over', undefined, 11_000],
    ['a moment after it is told that the drain is over', AbortSignal.abort(), 1_000],
  ])('gives up a reply that the bus does not take, %s', async (_when, signal, afterMs) => {
    const clock = turnedClock();
    let given: AbortSignal | undefined;
    const publish = bus.publish.bind(bus);
    bus.publish = (topic, message, options) => {
      if (topic.lane !== 'reply') return publish(topic, message, options);
      given = options?.signal;
      return new Promise<void>((_, reject) => given?.addEventListener('abort', () => reject(given?.reason)));
    };
    const server = await serveRequests(
      bus,
      'facts',
      yielding(async function* () {
        yield stored;
      }),
      { clock, signal },
    );
    await bus.publish(commands, {
      payload: '{"store":{"content":"x"}}',
      properties: { id: '1', reply_to: topicUrl({ ...replyTopic('client'), persistent: true }) },
    });
    await vi.waitFor(() => expect(given?.aborted).toBe(false));
    const disposed = server[Symbol.asyncDispose]();
    await clock.advance(afterMs);
    expect(given?.aborted).toBe(true);
    await disposed;
  });
});
