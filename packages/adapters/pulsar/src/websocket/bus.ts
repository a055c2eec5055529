import { type Clock, OperationError, type Topic } from '@agent-mem/contract';
import type { Bus, Handle, OutgoingMessage, Subscription, SubscriptionOptions, WaitingMessage } from '@agent-mem/messaging';
import {
  checkOutgoing,
  checkPeekable,
  checkSubscribable,
  type HeldMessagesEnvironment,
  IdleTracker,
  ProducerPool,
} from '@agent-mem/messaging/internal';
import { checkTopic, createPulsarAdmin, readTls, type TlsFiles, type Token } from '../index.ts';
import { type Log, silent } from '../log.ts';
import { BrokerReturn } from './broker-return.ts';
import { type Broker, close, connect } from './connection.ts';
import { endpoint, topicPath, webSocketUrl } from './endpoint.ts';
import { Member } from './member.ts';
import { Producer } from './producer.ts';
import { readTopic } from './read-topic.ts';
import type { ConnectionOptions } from './reconnecting-connection.ts';
import { SubscriptionBrowser } from './subscription-browser.ts';

export interface PulsarWebSocketOptions {
  /** `ws://host:port` or `wss://host:port` of the broker or of a WebSocket proxy. */
  readonly url: string;
  /** `http://host:port` of the admin REST. Without: `settled` sees only what has come to this process, and `peek` and `drop` wait for silence. */
  readonly adminUrl?: string | undefined;
  /** Default `agent-mem`. */
  readonly tenant?: string | undefined;
  /** What every connection is authorised with; a function is asked again before the token ends. */
  readonly token?: Token | undefined;
  readonly clock: Clock;
  readonly log?: Log | undefined;
  /** Called when a connection is open again that was lost: for each that the bus keeps. Must not throw. */
  readonly reconnected?: (() => void) | undefined;
  /** For `wss:` and `https:`. */
  readonly tls?: TlsFiles | undefined;
  /** How long a publish, and the first connection of a subscription, are tried, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** From 0 to below 1, for the random half of each wait. */
  readonly random?: (() => number) | undefined;
}

const capabilities = { durable: true, delayedDelivery: true } as const;

const checkTimeoutMs = 5_000;
const adminTimeoutMs = 20_000;
const lookAgainMs = 20;

/** A bus on a Pulsar broker. Connections are opened when they are needed and opened again when they end; disposing finishes what is in hand and closes them. */
export async function openPulsarWebSocketBus(options: PulsarWebSocketOptions): Promise<Bus> {
  webSocketUrl(options.url);
  return new PulsarWebSocketBus(options);
}

class PulsarWebSocketBus implements Bus {
  readonly capabilities = capabilities;
  readonly #tenant: string;
  readonly #connectionOptions: ConnectionOptions;
  readonly #producers: ProducerPool<Producer>;
  readonly #browser: SubscriptionBrowser;
  readonly #members = new Set<Member>();
  /** Subscriptions that are there, or are being made. */
  readonly #ensured = new Map<string, Promise<void>>();
  readonly #idle = new IdleTracker(() => this.#busy);
  #state: 'open' | 'draining' | 'closed' = 'open';

  constructor(options: PulsarWebSocketOptions) {
    const {
      url,
      adminUrl,
      tenant = 'agent-mem',
      token,
      clock,
      log = silent,
      reconnected = () => {},
      tls,
      timeoutMs = 30_000,
      random = Math.random,
    } = options;
    const broker: Broker = { url, clock, token, tls: readTls(tls) };
    this.#tenant = tenant;
    this.#connectionOptions = { broker, log, random, reconnected, brokerReturn: new BrokerReturn(), firstTimeoutMs: timeoutMs };
    const statistics = adminUrl ? createPulsarAdmin({ url: adminUrl, token, tls, timeoutMs: adminTimeoutMs }).topics : null;
    this.#producers = new ProducerPool(
      (topic) => new Producer(topic, tenant, this.#connectionOptions, timeoutMs, this.#idle.changed),
      clock,
    );
    this.#browser = new SubscriptionBrowser(tenant, this.#connectionOptions, statistics);
  }

  async publish(topic: Topic, message: OutgoingMessage, options?: { readonly signal?: AbortSignal }): Promise<void> {
    // Handlers that finish while the bus is disposed still publish.
    if (this.#state === 'closed') throw closed();
    checkOutgoing(topic, message, capabilities, options?.signal);
    await this.#producers.of(topic).publish(message, options?.signal);
  }

  async subscribe(topic: Topic, options: SubscriptionOptions, handle: Handle): Promise<Subscription> {
    this.#checkOpen();
    const { broker, log, random } = this.#connectionOptions;
    const environment: HeldMessagesEnvironment = {
      clock: broker.clock,
      log,
      random,
      // What others sent may be larger than what we let anybody send: as a dead letter it goes on nevertheless.
      publish: (to, message) => this.#producers.of(to).publish(message, undefined),
      ensureSubscription: (to, name) => this.#ensure(to, name),
      readAll: (from, isLast) => readTopic(this.#connectionOptions, this.#tenant, from, isLast),
      changed: () => this.#changed(),
    };
    const member = new Member(topic, options, handle, this.#tenant, this.#connectionOptions, environment);
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
      await this.#connectionOptions.broker.clock.sleep(lookAgainMs);
    }
  }

  async check(signal?: AbortSignal): Promise<void> {
    this.#checkOpen();
    for (const { isConnected, topic } of this.#members) {
      if (!isConnected) throw new OperationError('unavailable', `No connection to Pulsar for ${topic.lane}/${topic.name}`);
    }
    const late = AbortSignal.timeout(checkTimeoutMs);
    try {
      await this.#producers.of(checkTopic).publish({ payload: '' }, signal ? AbortSignal.any([signal, late]) : late);
    } catch (error) {
      if (late.aborted) throw new OperationError('unavailable', `Pulsar does not answer within ${checkTimeoutMs} ms`);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state === 'open') this.#state = 'draining';
    await Promise.all([...this.#members].map((member) => member[Symbol.asyncDispose]()));
    this.#state = 'closed';
    await this.#producers[Symbol.asyncDispose]();
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
    const path = `${topicPath(this.#tenant, topic)}/${encodeURIComponent(name)}`;
    const known = this.#ensured.get(path);
    if (known) return known;
    const ensured = this.#makeSubscription(path);
    this.#ensured.set(path, ensured);
    ensured.catch(() => this.#ensured.delete(path));
    return ensured;
  }

  /**
   * A consumer that takes nothing makes the subscription. The admin REST would, too, but it then moves it to the newest message:
   * of two processes that make it at once, the later one would have it lose what was published between.
   */
  async #makeSubscription(path: string): Promise<void> {
    const { broker } = this.#connectionOptions;
    const parameters = { subscriptionType: 'Shared', pullMode: 'true', receiverQueueSize: 1 };
    try {
      const { socket } = await connect(
        broker,
        endpoint(broker.url, 'consumer', path, parameters),
        `the consumer of ${path}`,
        () => {},
      );
      await close(socket, broker.clock);
    } catch (error) {
      // Members of another type are there, and so is the subscription.
      if (error instanceof OperationError && error.type === 'failed-precondition') return;
      throw error;
    }
  }
}

function closed(): OperationError {
  return new OperationError('unavailable', 'The bus is closed');
}
