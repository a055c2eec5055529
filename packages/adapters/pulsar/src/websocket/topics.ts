import type { Topics } from '@agent-mem/messaging';
import type { BrokerOptions } from '../options.ts';
import { topicsBy } from '../topics.ts';
import { connectionOptionsOf } from './connection/connection-options.ts';
import { PlainConsumer } from './topic-consumer.ts';
import { PlainProducer } from './topic-producer.ts';

/** Plain topics of a Pulsar broker. Every consumer and producer has a connection of its own. The WebSocket API finds its brokers itself: it knows no names of listeners. */
export function openPulsarWebSocketTopics(options: BrokerOptions): Topics {
  const connection = connectionOptionsOf(options);
  return topicsBy({
    consumer: (consuming) => new PlainConsumer(consuming, connection),
    producer: (url, left) => new PlainProducer(url, connection, left),
    // Each connection belongs to one of them.
    close: async () => {},
  });
}
