import type { Bus } from '@agent-mem/messaging';
import { createPulsarAdmin } from '../admin/admin.ts';
import { Backlogs, type Statistics } from '../browse.ts';
import { PulsarBus } from '../bus.ts';
import type { BusOptions } from '../options.ts';
import { close } from './broker.ts';
import { makeSubscription } from './make-subscription.ts';
import { Member } from './member.ts';
import { type ClientOptions, openBroker } from './open-broker.ts';
import { Producer } from './producer.ts';
import { readAll } from './read-topic.ts';
import { SubscriptionBrowser } from './subscription-browser.ts';
import { watchConnection } from './watch.ts';

const lookEveryMs = 1_000;

/** Without `adminUrl`, `peek` and `drop` refuse. */
export interface PulsarOptions extends ClientOptions, BusOptions {
  /** Counts what waits in subscriptions; default: the admin REST at `adminUrl`. */
  readonly statistics?: Statistics | undefined;
}

/**
 * A bus on a Pulsar broker by the native client, which connects when it is first needed and again by itself.
 * Rejects with `failed-precondition` where the client cannot be had, and `invalid-argument` for options that are none.
 */
export async function openPulsarBus(options: PulsarOptions): Promise<Bus> {
  const { adminUrl: url, tenant = 'agent-mem', token, tls, reconnected = () => {} } = options;
  const broker = { ...(await openBroker(options)), tenant };
  const statistics = options.statistics ?? (url ? createPulsarAdmin({ url, token, tls }).topics : null);
  return new PulsarBus<Member>({
    ...broker,
    browser: new SubscriptionBrowser(broker, new Backlogs(tenant, statistics)),
    producer: (topic, changed) => new Producer(topic, broker, changed),
    member: (membership, environment) => new Member(membership, broker, environment),
    makeSubscription: (topic, name) => makeSubscription(broker, topic, name),
    readAll: (topic, isLast) => readAll(broker, topic, isLast),
    watch(members, signal) {
      const isLost = () => members.values().some((member) => member.isLost);
      void watchConnection(broker, { isLost, reconnected, everyMs: lookEveryMs }, signal);
    },
    close: () => close(broker, broker.client, 'the client'),
  });
}
