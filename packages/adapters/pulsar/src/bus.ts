import { OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import type { Bus, Handle, OutgoingMessage, Subscription, SubscriptionOptions, WaitingMessage } from '@agent-mem/messaging';
import {
  checkOutgoing,
  checkPeekable,
  checkSubscribable,
  closedBus,
  type HeldMessagesEnvironment,
  IdleTracker,
  ProducerPool,
} from '@agent-mem/messaging/internal';
import { checkTopic } from './check-topic.ts';
import { opened } from './opened.ts';
import type { BusMember, BusProducer, Protocol } from './protocol.ts';

const checkMs = 5_000;
const lookAgainMs = 20;

/** A bus on a broker, by one of its protocols. Disposing finishes what is being handled, and closes what the bus has opened. */
export class PulsarBus<Member extends BusMember> implements Bus {
  readonly capabilities = { durable: true };
  readonly #protocol: Protocol<Member>;
  readonly #producers: ProducerPool<BusProducer>;
  readonly #members = new Set<Member>();
  /** Subscriptions that are being made. Those that are there are not remembered: they are deleted with their topic. */
  readonly #making = new Map<string, Promise<void>>();
  readonly #idle = new IdleTracker(() => this.#busy);
  readonly #stop = new AbortController();
  #state: 'open' | 'draining' | 'closed' = 'open';

  constructor(protocol: Protocol<Member>) {
    this.#protocol = protocol;
    this.#producers = new ProducerPool((topic) => protocol.producer(topic, this.#idle.changed), protocol.clock);
    protocol.watch?.(this.#members, this.#stop.signal);
  }

  async publish(topic: Topic, message: OutgoingMessage, options?: { readonly signal?: AbortSignal }): Promise<void> {
    // Handlers that finish while the bus is disposed still publish.
    if (this.#state === 'closed') throw closedBus();
    checkOutgoing(topic, message, options?.signal);
    await this.#producers.of(topic).publish(message, options?.signal);
  }

  async subscribe(topic: Topic, options: SubscriptionOptions, handle: Handle): Promise<Subscription> {
    this.#checkOpen();
    const { clock, random, log } = this.#protocol;
    const environment: HeldMessagesEnvironment = {
      clock,
      random,
      log,
      changed: () => this.#changed(),
      // What others sent may be larger than what we let anybody send: as a dead letter it goes on nevertheless.
      publish: (to, message) => this.#producers.of(to).publish(message, undefined),
      ensureSubscription: (to, name) => this.#ensure(to, name),
      readAll: (from, isLast) => this.#protocol.readAll(from, isLast),
    };
    const member = this.#protocol.member({ topic, options, handle }, environment);
    this.#members.add(member);
    return opened(member);
  }

  async ensureSubscription(topic: Topic, name: string): Promise<void> {
    this.#checkOpen();
    checkSubscribable(topic);
    await this.#ensure(topic, name);
  }

  async peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]> {
    this.#checkOpen();
    checkPeekable(topic);
    return this.#protocol.browser.peek(topic, subscription, limit);
  }

  async drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number> {
    this.#checkOpen();
    checkPeekable(topic);
    return this.#protocol.browser.drop(topic, subscription, ids);
  }

  async settled(): Promise<void> {
    for (;;) {
      await this.#idle.wait();
      if ((await this.#nothingWaits()) && !this.#busy) return;
      await this.#protocol.clock.sleep(lookAgainMs);
    }
  }

  async check(signal?: AbortSignal): Promise<void> {
    this.#checkOpen();
    for (const { isConnected, topic } of this.#members) {
      if (!isConnected) throw new OperationError('unavailable', `No connection to Pulsar for ${this.#urlOf(topic)}`);
    }
    const over = new AbortController();
    const late = this.#protocol.clock.sleep(checkMs, over.signal).then(
      () => Promise.reject(new OperationError('unavailable', `Pulsar does not answer within ${checkMs} ms`)),
      () => {},
    );
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    const published = this.#producers.of(checkTopic).publish({ payload: '' }, either);
    // One that ends after the time is over has nobody to reject to.
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
    await this.#protocol.close();
  }

  get #busy(): boolean {
    return this.#producers.busy || [...this.#members].some((member) => member.busy);
  }

  #changed(): void {
    for (const member of this.#members) if (member.hasLeft) this.#members.delete(member);
    this.#idle.changed();
  }

  #checkOpen(): void {
    if (this.#state !== 'open') throw closedBus();
  }

  #urlOf(topic: Topic): string {
    return topicUrl(topic, this.#protocol.tenant);
  }

  /** Whether the broker has nothing more for the subscriptions that have members here. */
  async #nothingWaits(): Promise<boolean> {
    for (const { topic, name } of this.#members) {
      if (topic.persistent && ((await this.#protocol.browser.backlogs.of(topic, name)) ?? 0) > 0) return false;
    }
    return true;
  }

  #ensure(topic: Topic, name: string): Promise<void> {
    const key = JSON.stringify([this.#urlOf(topic), name]);
    const known = this.#making.get(key);
    if (known) return known;
    const making = this.#protocol.makeSubscription(topic, name).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}
