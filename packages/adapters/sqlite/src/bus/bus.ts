import { type Clock, deadLetterSubscription, deadLetterTopic, parseTopicUrl, type Topic } from '@agent-mem/contract';
import {
  type Bus,
  type BusErasure,
  createMemoryBus,
  type Handle,
  type OutgoingMessage,
  type Subscription,
  type SubscriptionOptions,
  type WaitingMessage,
} from '@agent-mem/messaging';
import {
  checkOutgoing,
  checkPeekable,
  checkSubscribable,
  closedBus,
  type DeliveryStore,
  deadLetterProperties,
  IdleTracker,
  type StoredMessage,
  SubscriptionQueue,
  SubscriptionTable,
  type Waiting,
} from '@agent-mem/messaging/internal';
import type { EmbeddedFile, Transaction } from '../file/index.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { Deliveries } from './deliveries.ts';
import { erasureOf } from './erasure.ts';
import { type DeliveryRow, MessageTable } from './message-table.ts';

/** Time and chance, which tests may hold. */
export interface SqliteBusOptions {
  readonly clock: Clock;
  /** From 0 to below 1, for the random half of each wait. */
  readonly random?: () => number;
}

/** A bus that can publish inside a transaction of the stores that share its file. */
export interface SqliteBus extends Bus {
  /** Publishes when the transaction commits, and not at all if it does not. */
  enqueue(transaction: Transaction, topic: Topic, message: OutgoingMessage): void;
}

/** Wait before a dead letter that could not be written is tried again. */
const deadLetterRetryMs = 1_000;

/**
 * The bus of a data directory: persistent topics in its file, the others in memory.
 * As with a broker, a message is stored for the subscriptions that exist when it is published; with none, nobody keeps it.
 * One process owns the file, so who works on what is known in memory; rows tell what is not done yet. Disposing leaves the file open.
 */
export async function openSqliteBus(file: EmbeddedFile, options: SqliteBusOptions): Promise<SqliteBus> {
  const table = await MessageTable.open(file);
  const bus = new DurableBus(file, table, options);
  bus.restore();
  return bus;
}

class DurableBus implements SqliteBus {
  readonly capabilities = { durable: true };
  readonly erasure: BusErasure;
  readonly backlogs = () => this.#subscriptions.backlogs();
  readonly #file: EmbeddedFile;
  readonly #table: MessageTable;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #memory: Bus;
  readonly #acknowledgements: Acknowledgements;
  readonly #deliveries: Deliveries;
  readonly #subscriptions = new SubscriptionTable<DeliveryRow>();
  /** Ids of the subscriptions' rows. */
  readonly #ids = new Map<SubscriptionQueue<DeliveryRow>, number>();
  readonly #writes = new Set<Promise<unknown>>();
  readonly #idle = new IdleTracker(() => this.#writes.size > 0 || this.#subscriptions.busy);
  #state: 'open' | 'draining' | 'closed' = 'open';

  constructor(file: EmbeddedFile, table: MessageTable, { clock, random = Math.random }: SqliteBusOptions) {
    this.#file = file;
    this.#table = table;
    this.#clock = clock;
    this.#random = random;
    this.#memory = createMemoryBus({ clock, random });
    this.#acknowledgements = new Acknowledgements(file, table, clock);
    this.#deliveries = new Deliveries(file, table);
    this.erasure = erasureOf({
      file,
      table,
      memory: this.#memory,
      subscriptions: this.#subscriptions,
      ids: this.#ids,
      deliveries: this.#deliveries,
      checkOpen: () => this.#checkOpen(),
      // What was acknowledged is done with, and still has its row.
      flush: async () => {
        await Promise.all([...this.#writes, this.#track(this.#acknowledgements.flush())]);
      },
      track: (write) => this.#track(write),
    });
  }

  /** Takes up what an earlier process left. Its leases ended with it. */
  restore(): void {
    this.#file.read((reading) => {
      const byId = new Map<number, SubscriptionQueue<DeliveryRow>>();
      for (const { id, topic: url, name } of this.#table.subscriptions(reading)) {
        const topic = parseTopicUrl(url);
        if (topic) byId.set(id, this.#add(id, topic, name));
      }
      for (const item of this.#table.waiting(reading)) byId.get(item.content.subscription)?.offer(item);
    });
  }

  async publish(topic: Topic, message: OutgoingMessage, options?: { readonly signal?: AbortSignal }): Promise<void> {
    this.#checkPublishable();
    checkOutgoing(topic, message, options?.signal);
    if (!topic.persistent) return this.#memory.publish(topic, message);
    const written = this.#track(this.#file.write((transaction) => this.#insert(transaction, topic, message)));
    void this.#track(this.#acknowledgements.flush());
    await written;
  }

  enqueue(transaction: Transaction, topic: Topic, message: OutgoingMessage): void {
    this.#checkPublishable();
    checkOutgoing(topic, message);
    if (topic.persistent) this.#insert(transaction, topic, message);
    else transaction.afterCommit(() => void this.#memory.publish(topic, message).catch(() => {}));
  }

  async subscribe(topic: Topic, options: SubscriptionOptions, handle: Handle): Promise<Subscription> {
    this.#checkOpen();
    if (!topic.persistent) return this.#memory.subscribe(topic, options, handle);
    const queue = await this.#ensure(topic, options.name);
    return queue.join(options, handle);
  }

  async ensureSubscription(topic: Topic, name: string): Promise<void> {
    this.#checkOpen();
    checkSubscribable(topic);
    await this.#ensure(topic, name);
  }

  async peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]> {
    this.#checkOpen();
    checkPeekable(topic);
    return this.#deliveries.messages(this.#subscriptions.get(topic, subscription)?.waiting().slice(0, limit) ?? []);
  }

  async drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number> {
    this.#checkOpen();
    checkPeekable(topic);
    const queue = this.#subscriptions.get(topic, subscription);
    const dropped = queue?.remove(this.#table.sequences(ids)) ?? [];
    if (!queue || dropped.length === 0) return 0;
    try {
      await this.#track(this.#deliveries.delete(dropped));
    } catch (error) {
      for (const item of dropped) queue.offer(item);
      throw error;
    }
    return dropped.length;
  }

  async settled(): Promise<void> {
    for (;;) {
      await this.#idle.wait();
      await this.#memory.settled();
      // What the one did last may have begun something on the other.
      if (this.#writes.size > 0 || this.#subscriptions.busy) continue;
      if (!this.#acknowledgements.pending) return;
      await this.#acknowledgements.flush();
    }
  }

  async check(): Promise<void> {
    this.#checkOpen();
    await this.#file.check();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'draining';
    // In this order commands under way can still answer, since the replies are in memory.
    await this.#subscriptions.dispose();
    await this.#memory[Symbol.asyncDispose]();
    this.#state = 'closed';
    await Promise.allSettled([...this.#writes, this.#acknowledgements.flush()]);
  }

  #checkOpen(): void {
    if (this.#state !== 'open') throw closedBus();
  }

  /** Handlers that finish while the bus is disposed still publish. */
  #checkPublishable(): void {
    if (this.#state === 'closed') throw closedBus();
  }

  /** Counts as activity until it is over. */
  #track<Result>(write: Promise<Result>): Promise<Result> {
    const tracked = write
      .catch(() => {})
      .finally(() => {
        this.#writes.delete(tracked);
        this.#idle.changed();
      });
    this.#writes.add(tracked);
    return write;
  }

  #insert(transaction: Transaction, topic: Topic, message: OutgoingMessage): void {
    const queues = this.#subscriptions.of(topic);
    if (queues.length === 0) return;
    const ids = queues.map((queue) => this.#ids.get(queue) as number);
    const items = this.#table.insert(transaction, ids, message, this.#clock.now());
    transaction.afterCommit(() => {
      for (const [index, queue] of queues.entries()) queue.offer(items[index] as Waiting<DeliveryRow>);
    });
  }

  async #ensure(topic: Topic, name: string): Promise<SubscriptionQueue<DeliveryRow>> {
    const known = this.#subscriptions.get(topic, name);
    if (known) return known;
    const id = await this.#file.write((transaction) => this.#table.subscriptionId(transaction, topic, name));
    return this.#subscriptions.get(topic, name) ?? this.#add(id, topic, name);
  }

  #add(id: number, topic: Topic, name: string): SubscriptionQueue<DeliveryRow> {
    const environment = { clock: this.#clock, random: this.#random, changed: this.#idle.changed };
    const queue = new SubscriptionQueue(topic, name, this.#deliveryStore(topic, name), environment);
    this.#subscriptions.add(queue);
    this.#ids.set(queue, id);
    return queue;
  }

  #deliveryStore(topic: Topic, name: string): DeliveryStore<DeliveryRow> {
    return {
      take: (items) => {
        // Nobody can do anything with a message while nothing can be written: it waits, and its attempts are not counted.
        const writable = this.#file.writable();
        if (writable) return writable.then(() => this.#take(items));
        return this.#take(items);
      },
      acknowledge: (item) => this.#acknowledgements.add(item),
      postpone: (item) => {
        const { attempt, visibleAt } = item;
        const write = this.#file.write((transaction) => this.#table.update(transaction, item, attempt, visibleAt));
        // Not written, it is delivered again at the next start, only sooner.
        this.#track(write).catch(() => {});
      },
      deadLetter: (item, message, reason) => {
        const letterTopic = deadLetterTopic(topic, name);
        const properties = deadLetterProperties(topic, message, reason, item.attempt);
        const letter = { payload: message.payload, properties, ...(message.key === null ? {} : { key: message.key }) };
        this.#track(this.#deadLetter(item, letterTopic, letter)).catch(() => {
          // Not written, it stays what it was: a message whose last attempt is to come.
          item.visibleAt = this.#clock.now() + deadLetterRetryMs;
          this.#subscriptions.get(topic, name)?.offer(item);
        });
      },
    };
  }

  #take(items: readonly Waiting<DeliveryRow>[]): readonly StoredMessage[] | Promise<readonly StoredMessage[]> {
    return items.every((item) => item.content.counted) ? this.#deliveries.messages(items) : this.#counted(items);
  }

  async #counted(items: readonly Waiting<DeliveryRow>[]): Promise<StoredMessage[]> {
    // In the same commit, so that what was done before it does not come again with a message that ends the process.
    void this.#track(this.#acknowledgements.flush());
    await this.#deliveries.count(items);
    return this.#deliveries.messages(items);
  }

  /** The dead letter is there and the delivery gone, or neither. */
  async #deadLetter(item: Waiting<DeliveryRow>, letterTopic: Topic, letter: OutgoingMessage): Promise<void> {
    await this.#ensure(letterTopic, deadLetterSubscription);
    await this.#deliveries.delete([item], (transaction) => this.#insert(transaction, letterTopic, letter));
  }
}
