import { OperationError } from '@agent-mem/contract';
import type { Topics } from '@agent-mem/messaging';
import { readTls } from '@agent-mem/pulsar';
import { BrokerReturn } from './broker-return.ts';
import { webSocketUrl } from './endpoint.ts';
import type { Keeping } from './kept-connection.ts';
import { silent } from './log.ts';
import type { PulsarWebSocketOptions } from './pulsar-websocket-bus.ts';
import { PlainConsumer } from './topic-consumer.ts';
import { PlainProducer } from './topic-producer.ts';

/** Of the bus, what plain topics need too. The WebSocket API finds its brokers itself: it knows no names of listeners. */
export type PulsarWebSocketTopicsOptions = Omit<PulsarWebSocketOptions, 'adminUrl' | 'tenant' | 'reconnected'>;

/** Plain topics of a Pulsar broker. Every consumer and producer has a connection of its own; disposing closes those that are left. */
export function openPulsarWebSocketTopics(options: PulsarWebSocketTopicsOptions): Topics {
  const { clock, token, tls, log = silent, random = Math.random, timeoutMs = 30_000 } = options;
  const keeping: Keeping = {
    broker: { url: webSocketUrl(options.url), clock, token, tls: readTls(tls) },
    log,
    random,
    reconnected: () => {},
    brokerReturn: new BrokerReturn(),
    firstTimeoutMs: timeoutMs,
  };
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
    consume: async (topic, consuming, take) => await opened(new PlainConsumer(topic, consuming, take, keeping, left)),
    produce: async (topic) => await opened(new PlainProducer(topic, keeping, left)),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all([...members].map((member) => member[Symbol.asyncDispose]()));
    },
  };
}
