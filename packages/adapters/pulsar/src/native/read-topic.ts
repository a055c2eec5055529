import { OperationError, type Topic, topicUrl, uuidV7 } from '@agent-mem/contract';
import { endsWithin } from '@agent-mem/runtime';
import { close, openConsumer, receiveWithin, type TenantBroker } from './broker.ts';

const readAhead = 1_000;
const silenceMs = 10_000;
const unsubscribeMs = 5_000;

/**
 * Gives the payloads of a topic from its oldest message on, until `isLast` says that it has seen enough. Rejects with `unavailable` when no more come before.
 * Not by the client's reader, which blocks a thread and can end the process: by a subscription of its own, unsubscribed afterwards.
 */
export async function readAll(broker: TenantBroker, topic: Topic, isLast: (payload: string) => boolean): Promise<void> {
  const consumer = await openConsumer(broker, topicUrl(topic, broker.tenant), {
    subscription: `read-${uuidV7()}`,
    subscriptionType: 'Exclusive',
    subscriptionInitialPosition: 'Earliest',
    receiverQueueSize: readAhead,
  });
  try {
    for (let over = false; !over; ) {
      const message = await receiveWithin(consumer.receive(), silenceMs, broker.clock);
      if (!message) throw new OperationError('unavailable', `Pulsar does not give all of ${topicUrl(topic, broker.tenant)}`);
      over = isLast(message.getData().toString());
    }
  } finally {
    await endsWithin(consumer.unsubscribe(), unsubscribeMs, broker.clock);
    await close(broker, consumer, topic.name);
  }
}
