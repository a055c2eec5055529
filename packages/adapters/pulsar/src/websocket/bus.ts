import type { Bus } from '@agent-mem/messaging';
import { createPulsarAdmin } from '../admin/admin.ts';
import { Backlogs } from '../browse.ts';
import { PulsarBus } from '../bus.ts';
import type { BrokerOptions, BusOptions } from '../options.ts';
import { connectionOptionsOf } from './connection/connection-options.ts';
import { makeSubscription } from './make-subscription.ts';
import { Member } from './member.ts';
import { Producer } from './producer.ts';
import { readAll } from './read-topic.ts';
import { SubscriptionBrowser } from './subscription-browser.ts';

/** `url` is `ws://host:port` or `wss://host:port` of the broker or of a WebSocket proxy. Without `adminUrl`, `peek` and `drop` wait for silence. */
export interface PulsarWebSocketOptions extends BrokerOptions, BusOptions {}

const adminTimeoutMs = 20_000;

/** A bus on a Pulsar broker. Connections are opened when they are needed, and again when they end. Rejects with `invalid-argument` for a URL that is none. */
export async function openPulsarWebSocketBus(options: PulsarWebSocketOptions): Promise<Bus> {
  const { adminUrl: url, tenant = 'agent-mem', token, tls } = options;
  const connection = { ...connectionOptionsOf(options), tenant };
  const statistics = url ? createPulsarAdmin({ url, token, tls, timeoutMs: adminTimeoutMs }).topics : null;
  return new PulsarBus<Member>({
    ...connection,
    clock: options.clock,
    browser: new SubscriptionBrowser(connection, new Backlogs(tenant, statistics)),
    producer: (topic, changed) => new Producer(topic, connection, changed),
    member: (membership, environment) => new Member(membership, connection, environment),
    makeSubscription: (topic, name) => makeSubscription(connection, topic, name),
    readAll: (topic, isLast) => readAll(connection, topic, isLast),
    // Each connection belongs to a member or a producer.
    close: async () => {},
  });
}
