import { type Clock, systemClock } from '@agent-mem/contract';
import type { Bus } from '@agent-mem/messaging';
import type { Pulsar } from '../../../../../test/live/pulsar/broker.ts';
import type { Tokens } from '../../../../../test/live/pulsar/tokens.ts';

/** How a client is asked to find a broker. */
export interface Access {
  readonly url: string;
  readonly adminUrl: string;
  readonly token: string;
  readonly clock: Clock;
}

/** A client of Pulsar: what makes the bus by one of its protocols. */
export interface PulsarClient {
  /** As a URL begins that is asked by it. */
  readonly scheme: 'ws' | 'pulsar';
  openBus(options: Access & { readonly tenant?: string; readonly timeoutMs?: number }): Promise<Bus>;
  /** Asks once whether a broker is there and takes a producer of the topic (a URL). */
  reach(options: Access & { readonly topic: string }): Promise<void>;
}

/** A broker that asks who is there, and one of the clients, for the tests of one file. */
export interface Opened {
  readonly client: PulsarClient;
  readonly pulsar: Pulsar;
  readonly tokens: Tokens;
  /** By which an administrator asks the broker; what differs is given. */
  access(differing?: Partial<Access>): Access;
}

/** Where the client finds the broker, by its port or by that of something in front of it. */
export function openedBy(client: PulsarClient, pulsar: Pulsar, tokens: Tokens): Opened {
  const url = client.scheme === 'ws' ? pulsar.webSocketUrl : pulsar.serviceUrl;
  return {
    client,
    pulsar,
    tokens,
    access: (differing = {}) => ({
      url,
      adminUrl: pulsar.adminUrl,
      token: tokens.of('admin'),
      clock: systemClock,
      ...differing,
    }),
  };
}

/** How long to wait on a machine that has other things to do. */
export const patience = { timeout: 60_000, interval: 20 };
