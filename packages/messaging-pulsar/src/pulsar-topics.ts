import { OperationError } from '@agent-mem/contract';
import type { Topics } from '@agent-mem/messaging';
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
  const members = new Set<AsyncDisposable>();
  const left = (member: AsyncDisposable) => void members.delete(member);
  let isClosed = false;

  async function opened<Member extends AsyncDisposable & { open(): Promise<void> }>(member: Member): Promise<Member> {
    if (isClosed) throw new OperationError('unavailable', 'The topics are closed', { retryable: false });
    members.add(member);
    await member.open();
    return member;
  }

  return {
    consume: (topic, consuming, take) => opened(new PlainConsumer(topic, consuming, take, broker, left)),
    produce: (topic) => opened(new PlainProducer(topic, broker, left)),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([...members].map((member) => member[Symbol.asyncDispose]()));
      await close(broker, broker.client, 'the client');
    },
  };
}
