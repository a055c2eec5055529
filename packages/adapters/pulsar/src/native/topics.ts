import type { Topics } from '@agent-mem/messaging';
import { topicsBy } from '../topics.ts';
import { close } from './broker.ts';
import { type ClientOptions, openBroker } from './open-broker.ts';
import { PlainConsumer } from './topic-consumer.ts';
import { PlainProducer } from './topic-producer.ts';

/**
 * Plain topics of a Pulsar broker by the native client, which connects when it is first needed and again by itself.
 * Rejects with `failed-precondition` where the client cannot be had, and `invalid-argument` for options that are none.
 */
export async function openPulsarTopics(options: ClientOptions): Promise<Topics> {
  const broker = await openBroker(options);
  return topicsBy({
    consumer: (consuming) => new PlainConsumer(consuming, broker),
    producer: (url, left) => new PlainProducer(url, broker, left),
    close: () => close(broker, broker.client, 'the client'),
  });
}
