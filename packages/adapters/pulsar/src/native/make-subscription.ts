import { type Topic, topicUrl } from '@agent-mem/contract';
import { close, type TenantBroker } from './broker.ts';
import { refusalOf, resultOf } from './refusal.ts';

/** As `Protocol.makeSubscription`. It needs no right of an administrator. */
export async function makeSubscription(broker: TenantBroker, topic: Topic, subscription: string): Promise<void> {
  const url = topicUrl(topic, broker.tenant);
  try {
    const consumer = await broker.client.subscribe({
      topic: url,
      subscription,
      subscriptionType: 'Exclusive',
      subscriptionInitialPosition: 'Latest',
      receiverQueueSize: 1,
      nAckRedeliverTimeoutMs: 1_000,
    });
    await close(broker, consumer, subscription);
  } catch (cause) {
    // Somebody has it: it is there.
    if (resultOf(cause) === 'ConsumerBusy') return;
    throw refusalOf(cause, `the subscription ${subscription} of ${url}`);
  }
}
