import { systemClock } from '@agent-mem/contract';
import type { TopicMessage } from '@agent-mem/messaging';
import { describeTopics } from '@agent-mem/messaging/contract-suite';
import { describe, expect, it, vi } from 'vitest';
import { openPulsarTopics } from '../../src/native/index.ts';
import { createFakePulsar } from './fake-pulsar.ts';

const topic = 'non-persistent://tg/request/agent:default:default';
const url = 'pulsar://fake:6650';
const waiting = { timeout: 20_000, interval: 5 };

describeTopics('the topics of a fake of the native client', () => openOn(createFakePulsar()));

function openOn(fake: ReturnType<typeof createFakePulsar>, options: { listener?: string; token?: string } = {}) {
  return openPulsarTopics({ url, clock: systemClock, load: async () => fake.module, timeoutMs: 1_000, ...options });
}

describe('plain topics by the native client', () => {
  it('know the name of the listener and the token', async () => {
    const fake = createFakePulsar();
    await using _ = await openOn(fake, { listener: 'localhost', token: 'secret' });
    expect(fake.clients).toMatchObject([{ serviceUrl: url, listenerName: 'localhost', authentication: expect.anything() }]);
  });

  it('start at the latest message, 1,000 ahead, and leave batches to those that send them', async () => {
    const fake = createFakePulsar();
    await using topics = await openOn(fake);
    await topics.consume(topic, { subscription: 'a', type: 'shared' }, () => {});
    await topics.consume(topic, { subscription: 'b', type: 'exclusive' }, () => {});
    await topics.produce(topic);
    expect(fake.subscribed).toMatchObject([
      { topic, subscription: 'a', subscriptionType: 'Shared', subscriptionInitialPosition: 'Latest', receiverQueueSize: 1_000 },
      { topic, subscription: 'b', subscriptionType: 'Exclusive' },
    ]);
    expect(fake.produced).toMatchObject([{ topic, batchingEnabled: false, blockIfQueueFull: false }]);
  });

  it('acknowledge what is taken, and unsubscribe once nobody of the subscription is left', async () => {
    const fake = createFakePulsar();
    await using topics = await openOn(fake);
    const persistent = 'persistent://tg/flow/triples';
    const taken: TopicMessage[] = [];
    const take = (message: TopicMessage) => taken.push(message);
    const [first, second] = [
      await topics.consume(persistent, { subscription: 's', type: 'shared' }, take),
      await topics.consume(persistent, { subscription: 's', type: 'shared' }, take),
    ];
    fake.publish(persistent, { data: Buffer.from('{}'), properties: { id: 'q1' } });
    await vi.waitFor(() => expect(taken).toEqual([{ payload: '{}', properties: { id: 'q1' } }]), waiting);
    await vi.waitFor(async () => expect((await fake.statistics.stats(persistent))?.get('s')?.backlog).toBe(0), waiting);
    await first[Symbol.asyncDispose]();
    expect(fake.subscriptions(persistent)).toEqual(['s']);
    await second[Symbol.asyncDispose]();
    expect(fake.subscriptions(persistent)).toEqual([]);
  });

  it('tell of a lost connection once it is back, and send nothing meanwhile', async () => {
    const fake = createFakePulsar();
    await using topics = await openOn(fake);
    const reconnected = vi.fn();
    const consumer = await topics.consume(topic, { subscription: 's', type: 'exclusive', reconnected }, () => {});
    const producer = await topics.produce(topic);
    fake.isDown = true;
    fake.trouble = 'NotConnected';
    expect(consumer.isConnected).toBe(false);
    await expect(producer.send({ payload: '{}', properties: {} })).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
    });
    // Once what watches has seen the loss, the return is seen too.
    await vi.waitFor(
      () => {
        fake.isDown = !fake.isDown;
        expect(reconnected).toHaveBeenCalled();
      },
      { timeout: 20_000, interval: 500 },
    );
  });

  it('open a consumer again that ended, and say so', async () => {
    const fake = createFakePulsar();
    await using topics = await openOn(fake);
    const reconnected = vi.fn();
    const taken: string[] = [];
    const consuming = { subscription: 's', type: 'exclusive', reconnected } as const;
    const consumer = await topics.consume(topic, consuming, ({ payload }) => taken.push(payload));
    fake.closeConsumers(topic);
    await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), waiting);
    expect(consumer.isConnected).toBe(true);
    fake.publish(topic, { data: Buffer.from('again') });
    await vi.waitFor(() => expect(taken).toEqual(['again']), waiting);
  });

  it('refuse what the broker refuses, with its reason', async () => {
    const fake = createFakePulsar();
    await using topics = await openOn(fake);
    fake.trouble = 'AuthorizationError';
    await expect(topics.produce(topic)).rejects.toMatchObject({ type: 'permission-denied' });
    await expect(topics.consume(topic, { subscription: 's', type: 'shared' }, () => {})).rejects.toMatchObject({
      type: 'permission-denied',
    });
  });
});
