import { expect, it, vi } from 'vitest';
import { describeTrustGraphBus } from './contract-suite.ts';
import { createMemoryTrustGraphBus } from './memory-trustgraph-bus.ts';

describeTrustGraphBus('the memory bus', async () => createMemoryTrustGraphBus());

const topic = 'non-persistent://tg/notify/config';
const message = { payload: '{}', properties: {} };

it('loses what is sent without a connection, and tells when it is back', async () => {
  await using bus = createMemoryTrustGraphBus();
  const take = vi.fn();
  const reconnected = vi.fn();
  const consumer = await bus.consume(topic, { subscription: 'one', type: 'exclusive', reconnected }, take);
  const producer = await bus.produce(topic);
  bus.disconnect();
  expect(consumer.isConnected).toBe(false);
  await expect(producer.send(message)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  bus.reconnect();
  expect(consumer.isConnected).toBe(true);
  expect(reconnected).toHaveBeenCalledOnce();
  await producer.send(message);
  await vi.waitFor(() => expect(take).toHaveBeenCalledOnce());
  expect(bus.sent).toEqual([{ topic, ...message }]);
});
