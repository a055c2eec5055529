import { deadLetterSubscription, deadLetterTopic, systemClock, type Topic, topicUrl } from '@agent-mem/contract';
import type { Bus, Delivery } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPulsarBus, type PulsarOptions } from '../../src/native/index.ts';
import { createFakePulsar, type FakePulsar } from './fake-pulsar.ts';

const topic: Topic = { lane: 'command', name: 'facts', persistent: true };
const url = topicUrl(topic);
const letterTopic = deadLetterTopic(topic, 'facts');

let fake: FakePulsar;
const buses: Bus[] = [];
let hasCrashed: boolean;

beforeEach(() => {
  fake = createFakePulsar();
  hasCrashed = false;
});

afterEach(async () => {
  const closed = Promise.all(buses.splice(0).map((bus) => bus[Symbol.asyncDispose]()));
  // After a crash nothing answers a close, and each waits for its limit.
  if (hasCrashed) closed.catch(() => {});
  else await closed;
});

function crash(): void {
  hasCrashed = true;
  fake.crash();
}

async function openBus(options: Partial<PulsarOptions> = {}): Promise<Bus> {
  const { module, statistics } = fake;
  const bus = await openPulsarBus({
    url: 'pulsar://fake:6650',
    clock: systemClock,
    load: async () => module,
    statistics,
    ...options,
  });
  buses.push(bus);
  return bus;
}

describe('messages', () => {
  it('go out as a Buffer, without batching, and never hold up the process', async () => {
    const bus = await openBus();
    await bus.publish(topic, { payload: 'żółć' });
    expect(fake.sent[0]?.data).toEqual(Buffer.from('żółć'));
    expect(fake.produced[0]).toMatchObject({ batchingEnabled: false, blockIfQueueFull: false });
  });

  it('of which more are published at once than the client takes all arrive, in order', async () => {
    const bus = await openBus();
    await bus.ensureSubscription(topic, 'facts');
    await Promise.all(Array.from({ length: 3_000 }, (_, index) => bus.publish(topic, { payload: String(index) })));
    expect(fake.mostPending).toBeLessThanOrEqual(500);
    expect(fake.sent.map(({ data }) => Number(data))).toEqual(Array.from({ length: 3_000 }, (_, index) => index));
  });

  it.each([
    [{ payload: '', properties: { length: '5' } }, 'properties.length'],
    [{ payload: '', properties: { cut: 'in\0two' } }, 'properties.cut'],
    [{ payload: '', key: 'in\0two' }, 'key'],
  ])('that the client would damage are refused: %j', async (message, field) => {
    const bus = await openBus();
    const refused = expect.objectContaining({ type: 'invalid-argument', message: expect.stringMatching(`^${field}: `) });
    await expect(bus.publish(topic, message)).rejects.toEqual(refused);
  });

  it('with properties that throw are dead letters, and those after them are handled', async () => {
    const bus = await openBus();
    await bus.ensureSubscription(letterTopic, deadLetterSubscription);
    const came: Delivery[] = [];
    await bus.subscribe(topic, { name: 'facts', type: 'shared' }, async (delivery) => void came.push(delivery));
    fake.publish(url, { data: Buffer.from('poison'), properties: { length: 'abc' } });
    fake.publish(url, { data: Buffer.from('healthy'), properties: { 0: 'an index', id: 'r1' } });
    await bus.settled();
    expect(came.map(({ payload, properties }) => [payload, properties])).toEqual([['healthy', { 0: 'an index', id: 'r1' }]]);
    const [letter] = await bus.peek(letterTopic, deadLetterSubscription, 1);
    expect(letter).toMatchObject({ payload: 'poison', properties: { dead_letter_reason: expect.stringContaining('length') } });
  });

  it('larger than we let anybody send become dead letters too', async () => {
    const bus = await openBus();
    await bus.subscribe(topic, { name: 'facts', type: 'shared', maxAttempts: 1 }, async () => {
      throw new Error('too much');
    });
    fake.publish(url, { data: Buffer.alloc(1_000_000, 'x') });
    await bus.settled();
    expect((await bus.peek(letterTopic, deadLetterSubscription, 1))[0]?.payload).toHaveLength(1_000_000);
  });
});

describe('a bus that is disposed', () => {
  it('sends what was published, flushes, and has its acknowledgements stored', async () => {
    const bus = await openBus();
    const handled: string[] = [];
    await bus.subscribe(topic, { name: 'facts', type: 'shared' }, async ({ payload }) => void handled.push(payload));
    await bus.publish(topic, { payload: 'handled' });
    await vi.waitFor(() => expect(handled).toEqual(['handled']));
    const published = Array.from({ length: 1_000 }, () => bus.publish({ ...topic, name: 'episodes' }, { payload: '' }));
    await bus[Symbol.asyncDispose]();
    await Promise.all(published);
    expect(fake.flushed).toBe(1);
    expect((await fake.statistics.stats(url))?.get('facts')?.backlog).toBe(0);
  });
});

describe('a send', () => {
  it('that never ends is given up, and makes room', async () => {
    const clock = turnedClock();
    const bus = await openBus({ clock, timeoutMs: 2_000 });
    await bus.publish(topic, { payload: 'opens the producer' });
    fake.trouble = 'silence';
    const published = bus.publish(topic, { payload: 'lost' });
    const given = expect(published).rejects.toMatchObject({ type: 'unavailable', retryable: true });
    await clock.advance(4_000);
    await given;
    fake.trouble = null;
    await bus.publish(topic, { payload: 'goes' });
  });

  it.each([
    ['TimeOut', 'unavailable', true, 'PULSAR_TOKEN'],
    ['ProducerQueueIsFull', 'resource-exhausted', true, 'too many messages'],
    ['MessageTooBig', 'out-of-range', false, '5 MiB'],
    ['AlreadyClosed', 'unavailable', true, 'closed'],
    ['AuthorizationError', 'permission-denied', false, 'role'],
    ['SomethingElse', 'internal', false, 'SomethingElse'],
  ])('that ends in %s is %s', async (result, type, retryable, cure) => {
    const bus = await openBus();
    await bus.publish(topic, { payload: 'opens the producer' });
    fake.trouble = result;
    const refused = { type, retryable, message: expect.stringContaining(cure) };
    await expect(bus.publish(topic, { payload: '' })).rejects.toMatchObject(refused);
  });

  it('whose producer the broker refuses is refused; the next one tries again', async () => {
    const bus = await openBus();
    fake.trouble = 'IncompatibleSchema';
    await expect(bus.publish(topic, { payload: '' })).rejects.toMatchObject({ type: 'failed-precondition' });
    fake.trouble = null;
    await bus.publish(topic, { payload: '' });
  });
});

describe('a member', () => {
  it.each([
    ['shared', 'Shared'],
    ['key-shared', 'KeyShared'],
    ['exclusive', 'Exclusive'],
  ] as const)('%s is %s to the client, with a bounded queue and a short wait', async (type, subscriptionType) => {
    const bus = await openBus();
    await bus.subscribe(topic, { name: 'facts', type, concurrency: 8 }, async () => {});
    expect(fake.subscribed[0]).toMatchObject({ subscriptionType, receiverQueueSize: 40, nAckRedeliverTimeoutMs: 1_000 });
  });

  it('of another type is refused: the client would make it exclusive', async () => {
    const bus = await openBus();
    const type = 'Key_Shared' as 'key-shared';
    await expect(bus.subscribe(topic, { name: 'facts', type }, async () => {})).rejects.toMatchObject({
      type: 'invalid-argument',
    });
  });

  it('takes no more from the client than it may hold', async () => {
    const bus = await openBus();
    const hold = Promise.withResolvers<void>();
    await bus.subscribe(topic, { name: 'facts', type: 'shared', concurrency: 1, drainMs: 0 }, () => hold.promise);
    for (let index = 0; index < 200; index += 1) fake.publish(url, {});
    const statsOf = async () => (await fake.statistics.stats(url))?.get('facts')?.unacknowledged;
    // 33 here, and 33 that the client has fetched ahead.
    await vi.waitFor(async () => expect(await statsOf()).toBe(66));
    hold.resolve();
    await bus.settled();
  });

  it('whose consumer ends under it opens another', async () => {
    const bus = await openBus();
    const came: string[] = [];
    await bus.subscribe(topic, { name: 'facts', type: 'shared' }, async ({ payload }) => void came.push(payload));
    fake.closeConsumers(url);
    fake.publish(url, { data: Buffer.from('after') });
    await vi.waitFor(() => expect(came).toEqual(['after']));
  });

  it('does not end the process when it leaves with a receive pending', async () => {
    const bus = await openBus();
    const member = await bus.subscribe(topic, { name: 'facts', type: 'key-shared' }, async () => {});
    await member[Symbol.asyncDispose]();
    expect((await fake.statistics.stats(url))?.get('facts')?.members).toBe(0);
  });

  it('whose connection is lost and there again is told of once', async () => {
    const clock = turnedClock();
    const logged: string[] = [];
    const note = (_: object, text: string) => void logged.push(text);
    const log = { debug: note, info: note, warn: note, error: note };
    const bus = await openBus({ clock, log, reconnected: () => void logged.push('reconnected') });
    await bus.subscribe(topic, { name: 'facts', type: 'shared' }, async () => {});
    fake.isDown = true;
    await clock.advance(3_000);
    fake.isDown = false;
    await clock.advance(3_000);
    const lost = 'Lost the connection to Pulsar; the client opens it again';
    expect(logged).toEqual([lost, 'Connected to Pulsar again', 'reconnected']);
  });

  it.each([
    ['shared', true],
    ['exclusive', false],
  ] as const)('%s with many messages that failed gives some back: %s; their attempts go on', async (type, givesBack) => {
    const bus = await openBus();
    const attempts = new Map<string, number[]>();
    const backoff = { minMs: 5, maxMs: 20 };
    // They fail at once, however slow the machine: else the first may be back before the last one fails.
    const allCame = Promise.withResolvers<void>();
    await bus.subscribe(topic, { name: 'facts', type, concurrency: 50, backoff }, async ({ payload, attempt }) => {
      attempts.set(payload, [...(attempts.get(payload) ?? []), attempt]);
      if (attempts.size === 50) allCame.resolve();
      if (attempt > 1) return;
      await allCame.promise;
      throw new Error('not yet');
    });
    for (let index = 0; index < 60; index += 1) fake.publish(url, { data: Buffer.from(String(index)) });
    await bus.settled();
    expect([...attempts.values()]).toEqual(Array.from({ length: 60 }, () => [1, 2]));
    expect(fake.givenBack > 0).toBe(givesBack);
  });

  it('that is exclusive waits for what is delayed: the broker does not', async () => {
    const bus = await openBus();
    const came: string[] = [];
    await bus.subscribe(topic, { name: 'facts', type: 'exclusive' }, async ({ payload }) => void came.push(payload));
    await bus.publish(topic, { payload: 'later', deliverAfterMs: 300 });
    await bus.publish(topic, { payload: 'sooner' });
    await bus.settled();
    expect(came).toEqual(['sooner', 'later']);
  });

  it('that leaves has others handle what the client fetched ahead, while its handlers finish', async () => {
    const bus = await openBus();
    const hold = Promise.withResolvers<void>();
    const leaving = await bus.subscribe(
      topic,
      { name: 'facts', type: 'shared', concurrency: 1, drainMs: 60_000 },
      () => hold.promise,
    );
    // One is handled, 32 are held, and the client has three.
    for (let index = 0; index < 36; index += 1) fake.publish(url, { data: Buffer.from(String(index)) });
    await vi.waitFor(async () => expect((await fake.statistics.stats(url))?.get('facts')?.unacknowledged).toBe(36));
    const left = leaving[Symbol.asyncDispose]();
    const came = new Set<string>();
    await bus.subscribe(topic, { name: 'facts', type: 'shared' }, async ({ payload }) => void came.add(payload));
    await vi.waitFor(() => expect(['33', '34', '35'].every((payload) => came.has(payload))).toBe(true), 20_000);
    hold.resolve();
    await left;
  });

  it('that is not connected makes the bus unfit', async () => {
    const bus = await openBus();
    await bus.subscribe(topic, { name: 'facts', type: 'shared' }, async () => {});
    await bus.check();
    crash();
    await expect(bus.check()).rejects.toMatchObject({ type: 'unavailable' });
  });
});

describe('a message that ends its process', () => {
  it('is counted over the processes, and becomes a dead letter', async () => {
    const attempts: number[] = [];
    const isDeadLettered = () => fake.subscriptions(topicUrl(letterTopic)).length > 0;
    for (let process = 0; !isDeadLettered() && process < 10; process += 1) {
      const bus = await openBus();
      await bus.subscribe(topic, { name: 'facts', type: 'shared', maxAttempts: 2, drainMs: 0 }, async ({ attempt, signal }) => {
        attempts.push(attempt);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      });
      if (process === 0) fake.publish(url, { data: Buffer.from('deadly') });
      await vi.waitFor(() => expect(attempts.length > process || isDeadLettered()).toBe(true));
      if (!isDeadLettered()) crash();
    }
    // The first process knew that nobody had begun it before, and recorded nothing.
    expect(attempts).toEqual([1, 1, 2, 3]);
    const bus = await openBus();
    await vi.waitFor(async () =>
      expect(await bus.peek(letterTopic, deadLetterSubscription, 1)).toMatchObject([{ payload: 'deadly' }]),
    );
  });
});

describe('the client', () => {
  it('is opened with checked host names, and with what was given', async () => {
    const tls = { caFile: '/ca.pem', certificateFile: '/certificate.pem', keyFile: '/key.pem' };
    await openBus({ url: 'pulsar+ssl://fake:6651', tls, timeoutMs: 5_000 });
    expect(fake.clients[0]).toMatchObject({
      serviceUrl: 'pulsar+ssl://fake:6651',
      tlsValidateHostname: true,
      tlsTrustCertsFilePath: '/ca.pem',
      tlsCertificateFilePath: '/certificate.pem',
      tlsPrivateKeyFilePath: '/key.pem',
      operationTimeoutSeconds: 5,
    });
  });

  it('never sees its supplier of tokens fail', async () => {
    const tokens = ['first', new Error('the issuer is down'), 'second'];
    const warned: string[] = [];
    const log = { debug: () => {}, info: () => {}, warn: (_: object, text: string) => void warned.push(text), error: () => {} };
    const token = async () => {
      const next = tokens.shift();
      if (typeof next !== 'string') throw next;
      return next;
    };
    await openBus({ token, log });
    const { given } = (fake.clients[0]?.authentication ?? {}) as { given: { token: () => Promise<string> } };
    expect([await given.token(), await given.token(), await given.token()]).toEqual(['first', 'first', 'second']);
    expect(warned).toEqual(['There is no new token for Pulsar; the last one is sent again']);
  });

  it.each(['http://h', 'pulsar:', 'kafka://h'])('is not opened for %s', async (other) => {
    await expect(openBus({ url: other })).rejects.toMatchObject({ type: 'invalid-argument' });
  });
});

describe('without the admin REST', () => {
  it('what waits cannot be looked at, and the refusal says what to set', async () => {
    const bus = await openPulsarBus({ url: 'pulsar://fake', clock: systemClock, load: async () => fake.module });
    buses.push(bus);
    const refused = { type: 'failed-precondition', message: expect.stringContaining('PULSAR_ADMIN_URL') };
    await expect(bus.peek(topic, 'facts', 1)).rejects.toMatchObject(refused);
    await expect(bus.drop(topic, 'facts', ['x'])).rejects.toMatchObject(refused);
  });
});
