import { type Clock, deadLetterSubscription, deadLetterTopic, systemClock, type Topic, uuidV7 } from '@agent-mem/contract';
import type { Bus, BusErasure, Handle, OutgoingMessage, Subscription, SubscriptionOptions, WaitingMessage } from '../bus.ts';
import { deadLetterProperties } from '../dead-letter.ts';
import { closedBus } from '../delivery/closed-bus.ts';
import type { DeliveryStore, StoredMessage } from '../delivery/delivery-store.ts';
import { IdleTracker } from '../delivery/idle-tracker.ts';
import { checkOutgoing, checkPeekable, checkSubscribable } from '../delivery/outgoing.ts';
import type { Waiting } from '../delivery/pending-queue.ts';
import { SubscriptionQueue } from '../delivery/subscription-queue.ts';
import { SubscriptionTable } from '../delivery/subscription-table.ts';

/** Time and chance, which tests may hold. */
export interface MemoryBusOptions {
  readonly clock?: Clock;
  /** From 0 to below 1, for the random half of each wait. */
  readonly random?: () => number;
}

/** A bus inside this process. Nothing survives it; all else is as the port says. */
export function createMemoryBus(options: MemoryBusOptions = {}): Bus {
  return new MemoryBus(options);
}

class MemoryBus implements Bus {
  readonly capabilities = { durable: false };
  readonly erasure: BusErasure = {
    purge: (isMeant) => this.#purge(isMeant),
    forget: async (topic, name) => void this.#subscriptions.remove(topic, name),
    scrub: async () => {},
  };
  readonly backlogs = () => this.#subscriptions.backlogs();
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #subscriptions = new SubscriptionTable<StoredMessage>();
  readonly #idle = new IdleTracker(() => this.#subscriptions.busy);
  /** Ids of one bus never meet those of another: effects are remembered by them. */
  readonly #prefix = uuidV7();
  #sequence = 0;
  #state: 'open' | 'draining' | 'closed' = 'open';

  constructor(options: MemoryBusOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
  }

  async publish(topic: Topic, message: OutgoingMessage, options?: { readonly signal?: AbortSignal }): Promise<void> {
    // Handlers that finish while the bus is disposed still answer.
    if (this.#state === 'closed') await this.check();
    checkOutgoing(topic, message, options?.signal);
    this.#publish(topic, message);
  }

  async subscribe(topic: Topic, options: SubscriptionOptions, handle: Handle): Promise<Subscription> {
    await this.check();
    return this.#queue(topic, options.name).join(options, handle);
  }

  async ensureSubscription(topic: Topic, name: string): Promise<void> {
    await this.check();
    checkSubscribable(topic);
    this.#queue(topic, name);
  }

  async peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]> {
    await this.check();
    checkPeekable(topic);
    const waiting = this.#subscriptions.get(topic, subscription)?.waiting() ?? [];
    return waiting.slice(0, limit).map((item) => item.content);
  }

  async drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number> {
    await this.check();
    checkPeekable(topic);
    const queue = this.#subscriptions.get(topic, subscription);
    const dropped = queue?.waiting().filter((item) => ids.includes(item.content.id)) ?? [];
    return queue?.remove(new Set(dropped.map((item) => item.sequence))).length ?? 0;
  }

  settled(): Promise<void> {
    return this.#idle.wait();
  }

  async check(): Promise<void> {
    if (this.#state !== 'open') throw closedBus();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'draining';
    await this.#subscriptions.dispose();
    this.#state = 'closed';
  }

  async #purge(isMeant: (message: WaitingMessage) => boolean): Promise<number> {
    await this.check();
    const purged = this.#subscriptions.all().map((queue) => {
      for (const item of queue.underWay()) item.erased ||= isMeant(item.content);
      const meant = queue.waiting().filter(({ content }) => isMeant(content));
      return queue.remove(new Set(meant.map(({ sequence }) => sequence))).length;
    });
    return purged.reduce((sum, count) => sum + count, 0);
  }

  #publish(topic: Topic, message: OutgoingMessage): void {
    const queues = this.#subscriptions.of(topic);
    if (queues.length === 0) return;
    this.#sequence += 1;
    const sequence = this.#sequence;
    const now = this.#clock.now();
    const content: StoredMessage = {
      id: `${this.#prefix}-${sequence}`,
      payload: message.payload,
      properties: { ...message.properties },
      key: message.key ?? null,
      publishedAt: now,
    };
    const visibleAt = now + (message.deliverAfterMs ?? 0);
    for (const queue of queues) queue.offer({ sequence, key: content.key, content, attempt: 1, visibleAt });
  }

  #queue(topic: Topic, name: string): SubscriptionQueue<StoredMessage> {
    const known = this.#subscriptions.get(topic, name);
    if (known) return known;
    const environment = { clock: this.#clock, random: this.#random, changed: this.#idle.changed };
    const queue = new SubscriptionQueue(topic, name, this.#deliveryStore(topic, name), environment);
    this.#subscriptions.add(queue);
    return queue;
  }

  #deliveryStore(topic: Topic, name: string): DeliveryStore<StoredMessage> {
    return {
      take: (items: readonly Waiting<StoredMessage>[]) => items.map((item) => item.content),
      acknowledge: () => {},
      postpone: () => {},
      deadLetter: (item, message, reason) => {
        const letterTopic = deadLetterTopic(topic, name);
        this.#queue(letterTopic, deadLetterSubscription);
        const properties = deadLetterProperties(topic, message, reason, item.attempt);
        this.#publish(letterTopic, {
          payload: message.payload,
          properties,
          ...(message.key === null ? {} : { key: message.key }),
        });
      },
    };
  }
}
