import { type Clock, OperationError } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { endsWithin } from '@agent-mem/runtime';
import type { Log } from '../log.ts';
import type { Client, Consumer, ConsumerConfig } from './client/client.ts';
import { refusalOf, resultOf } from './refusal.ts';

/** What all producers and consumers of one client share. Its hold on the client keeps them alive: a client that is collected closes them. */
export interface Broker {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** How long a publish is tried, in milliseconds. */
  readonly timeoutMs: number;
}

/** What a consumer is opened with beside its topic. */
export type Joining = Pick<
  ConsumerConfig,
  'subscription' | 'subscriptionType' | 'subscriptionInitialPosition' | 'receiverQueueSize'
>;

/** What a bus adds: whose its topics are. */
export interface TenantBroker extends Broker {
  readonly tenant: string;
}

const closeMs = 5_000;
/** How long the broker may keep a consumer that is gone, and refuse its successor. */
const conflictMs = 2_000;
const conflictBackoff = { minMs: 50, maxMs: 500 };
/** A message that was given back comes again after this. */
const givenBackMs = 1_000;

/** Opens a consumer; tries again for a moment where an earlier one may still be in the way. Rejects with what the broker refuses it for. */
export async function openConsumer({ client, clock, random }: Broker, url: string, joining: Joining): Promise<Consumer> {
  const until = clock.now() + conflictMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.subscribe({ topic: url, ...joining, nAckRedeliverTimeoutMs: givenBackMs });
    } catch (cause) {
      const isConflict = resultOf(cause) === 'ConsumerBusy';
      if (!isConflict || clock.now() >= until) throw refusalOf(cause, `a consumer of ${url} as ${joining.subscription}`);
    }
    await clock.sleep(backoffMs(attempt, conflictBackoff, random));
  }
}

/** Closes a consumer or producer, or leaves it to the client's end when that takes too long. */
export async function close({ clock, log }: Broker, closable: { close(): Promise<unknown> }, what: string): Promise<void> {
  if (!(await endsWithin(closable.close(), closeMs, clock))) log.warn({ what }, 'Pulsar does not answer; it is left open');
}

/** The next message's promise or, after so much silence, `null`. The pending `receive` ends with its consumer. */
export async function receiveWithin<Message>(pending: Promise<Message>, ms: number, clock: Clock): Promise<Message | null> {
  if (!(await endsWithin(pending, ms, clock))) return null;
  return pending.catch((cause: unknown) => {
    throw refusalOf(cause, 'to go on reading');
  });
}

/** Throws `unavailable` unless it is connected. */
export function checkConnected({ isConnected }: { readonly isConnected: boolean }, what: string): void {
  if (!isConnected) throw new OperationError('unavailable', `No connection to Pulsar for ${what}`);
}
