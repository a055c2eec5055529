import type { Topics } from '@agent-mem/messaging';
import { TopicMembers } from '@agent-mem/messaging/internal';
import { readTls } from '../index.ts';
import { silent } from '../log.ts';
import { BrokerReturn } from './broker-return.ts';
import type { PulsarWebSocketOptions } from './bus.ts';
import { webSocketUrl } from './endpoint.ts';
import type { ConnectionOptions } from './reconnecting-connection.ts';
import { PlainConsumer } from './topic-consumer.ts';
import { PlainProducer } from './topic-producer.ts';

/** Of the bus, what plain topics need too. The WebSocket API finds its brokers itself: it knows no names of listeners. */
export type PulsarWebSocketTopicsOptions = Omit<PulsarWebSocketOptions, 'adminUrl' | 'tenant' | 'reconnected'>;

/** Plain topics of a Pulsar broker. Every consumer and producer has a connection of its own; disposing closes those that are left. */
export function openPulsarWebSocketTopics(options: PulsarWebSocketTopicsOptions): Topics {
  const { clock, token, tls, log = silent, random = Math.random, timeoutMs = 30_000 } = options;
  const connectionOptions: ConnectionOptions = {
    broker: { url: webSocketUrl(options.url), clock, token, tls: readTls(tls) },
    log,
    random,
    reconnected: () => {},
    brokerReturn: new BrokerReturn(),
    firstTimeoutMs: timeoutMs,
  };
  const members = new TopicMembers();

  return {
    consume: async (topic, consuming, take) =>
      await members.open(new PlainConsumer(topic, consuming, take, connectionOptions, members.left)),
    produce: async (topic) => await members.open(new PlainProducer(topic, connectionOptions, members.left)),
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}
