import type { Topics } from '@agent-mem/messaging';
import { TopicMembers } from '@agent-mem/messaging/internal';
import { close } from './broker.ts';
import { type ClientOptions, openBroker } from './open-broker.ts';
import { PlainConsumer } from './topic-consumer.ts';
import { PlainProducer } from './topic-producer.ts';

/**
 * Plain topics of a Pulsar broker by the native client, which connects when it is first needed and again by itself. Disposing closes what is left and the client.
 * Rejects with `failed-precondition` where the client cannot be had, and `invalid-argument` for options that are none.
 */
export async function openPulsarTopics(options: ClientOptions): Promise<Topics> {
  const broker = await openBroker(options);
  const members = new TopicMembers();
  let isClosed = false;

  return {
    consume: (topic, consuming, take) => members.open(new PlainConsumer(topic, consuming, take, broker, members.left)),
    produce: (topic) => members.open(new PlainProducer(topic, broker, members.left)),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      await members[Symbol.asyncDispose]();
      await close(broker, broker.client, 'the client');
    },
  };
}
