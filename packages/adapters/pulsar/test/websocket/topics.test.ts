import { once } from 'node:events';
import { systemClock } from '@agent-mem/contract';
import type { TopicMessage } from '@agent-mem/messaging';
import { describeTopics } from '@agent-mem/messaging/contract-suite';
import { turnedClock } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { describeLive } from '../../../../../test/live/live.ts';
import { createNamespaces, findPulsar, freePorts, type Pulsar, startPulsar } from '../../../../../test/live/pulsar/broker.ts';
import { createPulsarAdmin } from '../../src/index.ts';
import { openPulsarWebSocketTopics } from '../../src/websocket/index.ts';
import { startToyBroker, type Visit } from './toy-broker.ts';

const topic = 'non-persistent://tg/request/agent:default:default';
const waiting = { timeout: 30_000, interval: 20 };

describeLive('Apache Pulsar, by its WebSocket API, for plain topics', findPulsar(), (jars) => {
  let pulsar: Pulsar;
  beforeAll(async () => {
    pulsar = await startPulsar(jars());
    await createNamespaces(pulsar.adminUrl, 'tg', ['flow', 'request', 'response', 'notify']);
  });
  afterAll(() => pulsar[Symbol.asyncDispose]());
  const open = () => openPulsarWebSocketTopics({ url: pulsar.webSocketUrl, clock: systemClock });

  describeTopics('the topics of a broker', async () => open());

  it('leaves no private subscription behind, also on a persistent topic, and no schema', async () => {
    const { topics: admin } = createPulsarAdmin({ url: pulsar.adminUrl });
    await using topics = open();
    for (const url of ['non-persistent://tg/notify/left', 'persistent://tg/flow/left']) {
      const taken: TopicMessage[] = [];
      const consumer = await topics.consume(url, { subscription: 'mine', type: 'exclusive' }, (message) => taken.push(message));
      await using producer = await topics.produce(url);
      await producer.send({ payload: '{}', properties: {} });
      await vi.waitFor(() => expect(taken).toHaveLength(1), waiting);
      expect((await admin.stats(url))?.has('mine')).toBe(true);
      await consumer[Symbol.asyncDispose]();
      await vi.waitFor(async () => expect((await admin.stats(url))?.has('mine') ?? false).toBe(false), waiting);
    }
    const schema = await fetch(`${pulsar.adminUrl}/admin/v2/schemas/tg/flow/left/schema`);
    expect(schema.status).toBe(404);
  });

  it('reads the messages of a batch one by one, each with its own properties', async () => {
    await using topics = open();
    const taken: TopicMessage[] = [];
    await topics.consume(topic, { subscription: 'batch', type: 'shared' }, (message) => taken.push(message));
    const path = '/ws/v2/producer/non-persistent/tg/request/agent%3Adefault%3Adefault';
    // The broker waits for ten messages and sends them as one entry, as TrustGraph's processors do with one.
    const batching = 'batchingEnabled=true&batchingMaxMessages=10&batchingMaxPublishDelay=10000';
    const socket = new WebSocket(`${pulsar.webSocketUrl}${path}?${batching}`);
    await once(socket, 'open');
    const sent = Array.from({ length: 10 }, (_, index) => ({ payload: `{"n":${index}}`, properties: { id: `q${index}` } }));
    for (const { payload, properties } of sent)
      socket.send(JSON.stringify({ payload: Buffer.from(payload).toString('base64'), properties, context: '1' }));
    await vi.waitFor(() => expect(taken).toEqual(sent), waiting);
    socket.close();
  });

  it('takes a burst of a thousand without losing one', async () => {
    await using topics = open();
    const taken: string[] = [];
    await topics.consume(topic, { subscription: 'burst', type: 'shared' }, ({ payload }) => taken.push(payload));
    await using producer = await topics.produce(topic);
    const payloads = Array.from({ length: 1_000 }, (_, index) => String(index));
    await Promise.all(payloads.map((payload) => producer.send({ payload, properties: {} })));
    await vi.waitFor(() => expect(taken).toHaveLength(1_000), waiting);
    expect(taken).toEqual(payloads);
  });

  it('tells each consumer that its connection was lost when the broker is there again', async () => {
    await using topics = open();
    const taken: string[] = [];
    const reconnected = vi.fn();
    const consuming = { subscription: 'again', type: 'exclusive', reconnected } as const;
    const consumer = await topics.consume(topic, consuming, ({ payload }) => taken.push(payload));
    const producer = await topics.produce(topic);
    await pulsar.kill();
    await vi.waitFor(() => expect(consumer.isConnected).toBe(false), waiting);
    await expect(producer.send({ payload: 'lost', properties: {} })).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
    });
    await pulsar.start();
    await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), { timeout: 90_000, interval: 50 });
    await vi.waitFor(() => producer.send({ payload: 'again', properties: {} }), { timeout: 90_000, interval: 200 });
    await vi.waitFor(() => expect(taken).toContain('again'), waiting);
    expect(taken).not.toContain('lost');
  });
});

describe('plain topics', () => {
  const deliver = ({ socket }: Visit, id: string, payload: string) =>
    socket.send(JSON.stringify({ messageId: id, payload: Buffer.from(payload).toString('base64'), properties: { id: 'q1' } }));

  it('asks for 1,000 messages ahead, acknowledges at once and shows its token', async () => {
    await using toy = await startToyBroker((visit) => deliver(visit, 'CAEQAg==', '{}'));
    await using topics = openPulsarWebSocketTopics({ url: toy.url, clock: systemClock, token: 'secret' });
    const taken: TopicMessage[] = [];
    await topics.consume(topic, { subscription: 'a/b', type: 'shared' }, (message) => taken.push(message));
    await vi.waitFor(() => expect(toy.visits[0]?.frames).toEqual([{ messageId: 'CAEQAg==' }]), waiting);
    expect(taken).toEqual([{ payload: '{}', properties: { id: 'q1' } }]);
    expect(toy.visits[0]).toMatchObject({
      path: '/ws/v2/consumer/non-persistent/tg/request/agent%3Adefault%3Adefault/a%2Fb?subscriptionType=Shared&receiverQueueSize=1000',
      authorization: 'Bearer secret',
    });
  });

  it('does not send again what was under way when the connection was cut', async () => {
    await using toy = await startToyBroker((visit) => visit.socket.on('message', () => visit.socket.terminate()));
    await using topics = openPulsarWebSocketTopics({ url: toy.url, clock: systemClock });
    const producer = await topics.produce(topic);
    await expect(producer.send({ payload: '{}', properties: {} })).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
    });
    await vi.waitFor(() => expect(toy.visits).toHaveLength(2), waiting);
    expect(toy.visits[1]?.frames).toEqual([]);
  });

  it('tells of the gap when a connection was opened anew for a fresh token', async () => {
    await using toy = await startToyBroker(() => {});
    const clock = turnedClock();
    await using topics = openPulsarWebSocketTopics({ url: toy.url, clock, token: async () => 'fresh' });
    const reconnected = vi.fn();
    await topics.consume(topic, { subscription: 's', type: 'exclusive', reconnected }, () => {});
    expect(reconnected).not.toHaveBeenCalled();
    await vi.waitFor(async () => {
      await clock.advance(60_000);
      expect(reconnected).toHaveBeenCalled();
    }, waiting);
  });

  it('refuses what is no topic, no URL of a WebSocket, and a broker that is not there', async () => {
    const [port] = await freePorts(1);
    await using topics = openPulsarWebSocketTopics({ url: `ws://127.0.0.1:${port}`, clock: systemClock, timeoutMs: 1 });
    await expect(topics.produce('request:tg:agent')).rejects.toMatchObject({ type: 'invalid-argument' });
    await expect(topics.produce(topic)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
    expect(() => openPulsarWebSocketTopics({ url: 'pulsar://b', clock: systemClock })).toThrow('ws://host:port');
  });
});
