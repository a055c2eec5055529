import { expect, it, vi } from 'vitest';
import { describeTopics } from '../contract-suite/topics.ts';
import { createMemoryTopics } from './memory-topics.ts';

describeTopics('the memory topics', async () => createMemoryTopics());

const topic = 'non-persistent://tg/notify/config';
const message = { payload: '{}', properties: {} };

it('loses what is sent without a connection, and tells when it is back', async () => {
  await using topics = createMemoryTopics();
  const take = vi.fn();
  const reconnected = vi.fn();
  const consumer = await topics.consume(topic, { subscription: 'one', type: 'exclusive', reconnected }, take);
  const producer = await topics.produce(topic);
  topics.disconnect();
  expect(consumer.isConnected).toBe(false);
  await expect(producer.send(message)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  topics.reconnect();
  expect(consumer.isConnected).toBe(true);
  expect(reconnected).toHaveBeenCalledOnce();
  await producer.send(message);
  await vi.waitFor(() => expect(take).toHaveBeenCalledOnce());
  expect(topics.sent).toEqual([{ topic, ...message }]);
});
