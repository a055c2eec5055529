import { OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import type { Bus, Handle, OutgoingMessage, Subscription, SubscriptionOptions, WaitingMessage } from '@agent-mem/messaging';
import {
  checkOutgoing,
  checkPeekable,
  checkSubscribable,
  type HeldMessagesEnvironment,
  IdleTracker,
  ProducerPool,
} from '@agent-mem/messaging/internal';
import { checkTopic, createPulsarAdmin } from '../index.ts';
import { checkConnected, close, type TenantBroker } from './broker.ts';
import { Member } from './member.ts';
import { type ClientOptions, openBroker } from './open-broker.ts';
import { Producer } from './producer.ts';
import { readAll } from './read-topic.ts';
import { refusalOf, resultOf } from './refusal.ts';
import { type Statistics, SubscriptionBrowser } from './subscription-browser.ts';
import { watchConnection } from './watch.ts';

export interface PulsarOptions extends ClientOptions {
  /** Default `agent-mem`. */
  readonly tenant?: string | undefined;
  /** `http://host:port` of the admin REST. Without: `peek` and `drop` refuse, and `settled` sees only what has come to this process. */
  readonly adminUrl?: string | undefined;
  /** Called when the members are connected again after one was not. */
  readonly reconnected?: (() => void) | undefined;
  /** Tells of subscriptions; default: the admin REST at `adminUrl`. */
  readonly statistics?: Statistics | undefined;
}

const capabilities = { durable: true, delayedDelivery: true } as const;

const checkMs = 5_000;
const lookAgainMs = 20;

/**
 * A bus on a Pulsar broker by the native client, which connects when it is first needed and again by itself; disposing finishes what is in hand.
 * Rejects with `failed-precondition` where the client cannot be had, and `invalid-argument` for options that are none.
 */
export async function openPulsarBus(options: PulsarOptions): Promise<Bus> {
  const broker = await openBroker(options);
  const { adminUrl: url, tenant = 'agent-mem', token } = options;
  const statistics = options.statistics ?? (url ? createPulsarAdmin({ url, token, tls: options.tls }).topics : null);
  return new PulsarBus({ ...broker, tenant }, statistics, options.reconnected ?? (() => {}));
}

class PulsarBus implements Bus {
  readonly capabilities = capabilities;
  readonly #broker: TenantBroker;
  readonly #producers: ProducerPool<Producer>;
  readonly #browser: SubscriptionBrowser;
  readonly #members = new Set<Member>();
  /** Subscriptions that are there, or are being made. */
  readonly #ensured = new Map<string, Promise<void>>();
  readonly #idle = new IdleTracker(() => this.#busy);
  readonly #stop = new AbortController();
  #state: 'open' | 'draining' | 'closed' = 'open';

  constructor(broker: TenantBroker, statistics: Statistics | null, reconnected: () => void) {
    this.#broker = broker;
    this.#producers = new ProducerPool((topic) => new Producer(topic, broker, this.#idle.changed), broker.clock);
    this.#browser = new SubscriptionBrowser(broker, statistics);
    const isLost = () => [...this.#members].some((member) => member.isLost);
    void watchConnection(broker, isLost, reconnected, this.#stop.signal);
  }

  async publish(topic: Topic, message: OutgoingMessage, options?: { readonly signal?: AbortSignal }): Promise<void> {
    // Handlers that finish while the bus is disposed still publish.
    if (this.#state === 'closed') throw closed();
    checkOutgoing(topic, message, capabilities, options?.signal);
    await this.#producers.of(topic).publish(message, options?.signal);
  }

  async subscribe(topic: Topic, options: SubscriptionOptions, handle: Handle): Promise<Subscription> {
    this.#checkOpen();
    const { clock, random, log } = this.#broker;
    const environment: HeldMessagesEnvironment = {
      clock,
      random,
      log,
      changed: () => this.#changed(),
      // What others sent may be larger than what we let anybody send: as a dead letter it goes on nevertheless.
      publish: (to, message) => this.#producers.of(to).publish(message, undefined),
      ensureSubscription: (to, name) => this.#ensure(to, name),
      readAll: (from, isLast) => readAll(this.#broker, from, isLast),
    };
    const member = new Member(topic, options, handle, this.#broker, environment);
    this.#members.add(member);
    await member.open();
    return member;
  }

  async ensureSubscription(topic: Topic, name: string): Promise<void> {
    this.#checkOpen();
    checkSubscribable(topic);
    await this.#ensure(topic, name);
  }

  async peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]> {
    this.#checkOpen();
    checkPeekable(topic);
    return this.#browser.peek(topic, subscription, limit);
  }

  async drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number> {
    this.#checkOpen();
    checkPeekable(topic);
    return this.#browser.drop(topic, subscription, ids);
  }

  async settled(): Promise<void> {
    for (;;) {
      await this.#idle.wait();
      if ((await this.#nothingWaits()) && !this.#busy) return;
      await this.#broker.clock.sleep(lookAgainMs);
    }
  }

  async check(): Promise<void> {
    this.#checkOpen();
    for (const member of this.#members) checkConnected(member, topicUrl(member.topic, this.#broker.tenant));
    const over = new AbortController();
    const late = this.#broker.clock.sleep(checkMs, over.signal).then(
      () => Promise.reject(new OperationError('unavailable', 'Pulsar does not answer')),
      () => {},
    );
    const published = this.#producers.of(checkTopic).publish({ payload: '' }, over.signal);
    published.catch(() => {});
    await Promise.race([published, late]).finally(() => over.abort());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'draining';
    this.#stop.abort();
    await Promise.all([...this.#members].map((member) => member[Symbol.asyncDispose]()));
    this.#state = 'closed';
    await this.#producers[Symbol.asyncDispose]();
    await close(this.#broker, this.#broker.client, 'the client');
  }

  get #busy(): boolean {
    return this.#producers.busy || [...this.#members].some((member) => member.busy);
  }

  #changed(): void {
    for (const member of this.#members) if (member.hasLeft) this.#members.delete(member);
    this.#idle.changed();
  }

  #checkOpen(): void {
    if (this.#state !== 'open') throw closed();
  }

  /** Whether the broker has nothing more for the subscriptions that have members here. */
  async #nothingWaits(): Promise<boolean> {
    for (const { topic, name } of this.#members) {
      if (topic.persistent && ((await this.#browser.backlog(topic, name)) ?? 0) > 0) return false;
    }
    return true;
  }

  #ensure(topic: Topic, name: string): Promise<void> {
    const key = JSON.stringify([topicUrl(topic, this.#broker.tenant), name]);
    const known = this.#ensured.get(key);
    if (known) return known;
    const ensured = this.#makeSubscription(topic, name);
    this.#ensured.set(key, ensured);
    ensured.catch(() => this.#ensured.delete(key));
    return ensured;
  }

  /** A consumer that takes nothing makes the subscription, and the topic. It needs no right of an administrator. */
  async #makeSubscription(topic: Topic, subscription: string): Promise<void> {
    try {
      const url = topicUrl(topic, this.#broker.tenant);
      const joining = { subscription, subscriptionType: 'Exclusive', subscriptionInitialPosition: 'Latest' } as const;
      const consumer = await this.#broker.client.subscribe({
        topic: url,
        ...joining,
        receiverQueueSize: 1,
        nAckRedeliverTimeoutMs: 1_000,
      });
      await close(this.#broker, consumer, subscription);
    } catch (cause) {
      // Somebody has it: it is there.
      if (resultOf(cause) === 'ConsumerBusy') return;
      throw refusalOf(cause, `the subscription ${subscription} of ${topicUrl(topic, this.#broker.tenant)}`);
    }
  }
}

function closed(): OperationError {
  return new OperationError('unavailable', 'The bus is closed');
}
