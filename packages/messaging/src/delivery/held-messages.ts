import {
  BoundedMap,
  type Clock,
  deadLetterSubscription,
  deadLetterTopic,
  OperationError,
  type Topic,
  uuidV7,
} from '@agent-mem/contract';
import type { Handle, OutgoingMessage, Subscription, SubscriptionOptions } from '../bus.ts';
import { deadLetterProperties, shortDeadLetter } from '../dead-letter.ts';
import { AttemptRecord, type AttemptStore } from './attempt-record.ts';
import type { StoredMessage } from './delivery-store.ts';
import { dueTimeOf } from './due-time.ts';
import type { Waiting } from './pending-queue.ts';
import { SubscriptionQueue } from './subscription-queue.ts';

/** How a member settles with its broker. `Origin` is whatever a message is acknowledged by. */
export interface BrokerEnd<Origin> {
  acknowledge(origin: Origin): void;
  /** The message comes again, to any member, a little later. */
  giveBack(origin: Origin): void;
  /** False when the message comes again in any case, to any member, since the connection it came by has ended. */
  holds(origin: Origin): boolean;
}

/** What a member of a subscription takes, how, and the handler that it gives it to. */
export interface Membership {
  readonly topic: Topic;
  readonly options: SubscriptionOptions;
  readonly handle: Handle;
}

export interface HeldMessagesEnvironment extends AttemptStore {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: { warn(fields: object, sentence: string): void };
  /** Something ended: a caller that waits for idleness, or for room, looks again. */
  readonly changed: () => void;
}

interface Entry<Origin> {
  readonly message: StoredMessage;
  readonly sequence: number;
  origin: Origin;
  /** Its attempt needs no record, or has one. */
  isCounted: boolean;
  /** It waits here for its next attempt. */
  isPostponed: boolean;
}

/** Messages that may wait here for their next attempt, beside those under way: more are given back. */
const mostPostponed = 32;
/** On topics that are not persistent a broker drops what has no room. */
const passingWindow = 1_000;
const largestWindow = 1_000;
const mostRemembered = 10_000;
const retryMs = 1_000;
/** A broker's timer of delayed messages is early by less. */
const longestEarlyMs = 2_000;

/**
 * What a member of a broker's subscription has got and not acknowledged. A queue bounds the handlers, keeps the order of keys and waits before
 * repeats; a message that ends its process each time is counted by a record of its own; what fails for good becomes a dead letter.
 */
export class HeldMessages<Origin> implements AsyncDisposable {
  /** Most messages a broker should give before some are acknowledged. */
  readonly window: number;
  readonly #topic: Topic;
  readonly #options: SubscriptionOptions;
  readonly #end: BrokerEnd<Origin>;
  readonly #environment: HeldMessagesEnvironment;
  readonly #queue: SubscriptionQueue<Entry<Origin>>;
  readonly #joined: Subscription;
  readonly #record: AttemptRecord;
  /** Messages published before may have been begun by a process that is gone. */
  readonly #joinedAt: number;
  readonly #entries = new Map<string, Entry<Origin>>();
  /** What is known of messages that were given back, for when they come again. */
  readonly #givenBack = new BoundedMap<string, { readonly attempt: number; readonly visibleAt: number }>(mostRemembered);
  readonly #deadLettering = new Set<Promise<void>>();
  /** Entries that came before what was recorded of them is known. */
  #unread: Entry<Origin>[] = [];
  #reading: Promise<void> | null = null;
  readonly #stop = new AbortController();
  #sequence = 0;
  /** Of ids made here: those of one member never meet those of another. */
  readonly #prefix = uuidV7();
  #passed = 0;

  constructor({ topic, options, handle }: Membership, end: BrokerEnd<Origin>, environment: HeldMessagesEnvironment) {
    const { clock, random, changed } = environment;
    this.window = topic.persistent ? Math.min((options.concurrency ?? 16) + mostPostponed, largestWindow) : passingWindow;
    this.#topic = topic;
    this.#options = options;
    this.#end = end;
    this.#environment = environment;
    this.#joinedAt = clock.now();
    this.#record = new AttemptRecord(topic, options.name, environment);
    const deliveryStore = {
      take: (items: readonly Waiting<Entry<Origin>>[]) => this.#take(items),
      acknowledge: (item: Waiting<Entry<Origin>>) => this.#acknowledge(item.content),
      postpone: (item: Waiting<Entry<Origin>>) => this.#postpone(item),
      deadLetter: (item: Waiting<Entry<Origin>>, _: StoredMessage, reason: string) =>
        this.#deadLetter(item.content, reason, item.attempt),
    };
    this.#queue = new SubscriptionQueue(topic, options.name, deliveryStore, { clock, random, changed });
    this.#joined = this.#queue.join(options, handle);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether the broker may be given a message back: an exclusive consumer that gives one back gets everything again. */
  get mayGiveBack(): boolean {
    return this.#topic.persistent && this.#options.type !== 'exclusive';
  }

  /** A message came, perhaps again. While the member leaves it goes back at once. */
  arrive(arrived: StoredMessage, origin: Origin): void {
    // All of them have the same id where nothing is stored.
    const message = this.#topic.persistent ? arrived : { ...arrived, id: this.#passingId() };
    const known = this.#entries.get(message.id);
    if (known) {
      known.origin = origin;
    } else if (this.#stop.signal.aborted) {
      if (this.mayGiveBack) this.#end.giveBack(origin);
    } else {
      this.#enter(message, origin);
    }
  }

  /** A message that no handler can be given becomes a dead letter. */
  refuse(message: StoredMessage, origin: Origin, reason: string): void {
    const known = this.#entries.get(message.id);
    if (known) known.origin = origin;
    if (known || this.#stop.signal.aborted) return;
    if (!this.#topic.persistent) {
      this.#end.acknowledge(origin);
      return;
    }
    this.#sequence += 1;
    const entry = { message, sequence: this.#sequence, origin, isCounted: true, isPostponed: false };
    this.#entries.set(message.id, entry);
    this.#deadLetter(entry, reason, 1);
  }

  /** A connection has ended: what came by it comes again, so what no handler has is let go. What one has is not handled twice here. */
  lost(): void {
    this.#giveBack(this.#queue.waiting().filter(({ content }) => !this.#end.holds(content.origin)));
    for (const { message, origin } of this.#unread) if (!this.#end.holds(origin)) this.#entries.delete(message.id);
    this.#unread = this.#unread.filter(({ message }) => this.#entries.has(message.id));
  }

  /** Gives back what no handler has, and waits for the handlers, at most the drain's time. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#giveBack(this.#queue.waiting());
    for (const entry of this.#unread.splice(0)) {
      this.#entries.delete(entry.message.id);
      if (this.mayGiveBack) this.#end.giveBack(entry.origin);
    }
    await this.#joined[Symbol.asyncDispose]();
    await Promise.all(this.#deadLettering);
    this.#entries.clear();
    this.#environment.changed();
  }

  #passingId(): string {
    this.#passed += 1;
    return `${this.#prefix}-${this.#passed}`;
  }

  #enter(message: StoredMessage, origin: Origin): void {
    this.#sequence += 1;
    const isCounted = !this.#topic.persistent || message.publishedAt >= this.#joinedAt || this.#givenBack.has(message.id);
    const entry = { message, sequence: this.#sequence, origin, isCounted, isPostponed: false };
    this.#entries.set(message.id, entry);
    if (this.#unread.length === 0 && (isCounted || this.#record.isLoaded)) {
      this.#offer(entry);
    } else {
      this.#unread.push(entry);
      this.#reading ??= this.#readRecord();
    }
  }

  #offer(entry: Entry<Origin>): void {
    const { message, sequence, isCounted } = entry;
    const earlier = this.#givenBack.get(message.id);
    this.#givenBack.delete(message.id);
    const begun = isCounted ? 0 : this.#record.take(message.id);
    this.#queue.offer({
      sequence,
      key: message.key,
      content: entry,
      attempt: earlier?.attempt ?? begun + 1,
      visibleAt: earlier?.visibleAt ?? this.#dueAt(message),
      suspect: begun > 0,
    });
  }

  /** Brokers deliver a little early, and to exclusive consumers at once: what is not due yet waits here. */
  #dueAt(message: StoredMessage): number {
    const dueAt = dueTimeOf(message);
    if (this.#options.type === 'exclusive') return dueAt;
    // Not for long, should the publisher's clock be ahead of this one.
    return Math.min(dueAt, this.#environment.clock.now() + longestEarlyMs);
  }

  /** Reads what was recorded of messages from before this member, then lets pass what has come meanwhile, in order. */
  async #readRecord(): Promise<void> {
    const { clock, log } = this.#environment;
    while (!this.#record.isLoaded && !this.#stop.signal.aborted) {
      try {
        await this.#record.load();
      } catch (error) {
        log.warn({ topic: this.#topic, err: error }, 'The record of attempts cannot be read; it is tried again');
        await clock.sleep(retryMs, this.#stop.signal).catch(() => {});
      }
    }
    this.#reading = null;
    for (const entry of this.#unread.splice(0)) this.#offer(entry);
  }

  #take(items: readonly Waiting<Entry<Origin>>[]): readonly StoredMessage[] | Promise<readonly StoredMessage[]> {
    const entries = items.map((item) => item.content);
    for (const entry of entries) entry.isPostponed = false;
    const messages = entries.map((entry) => entry.message);
    const uncounted = entries.filter((entry) => !entry.isCounted);
    if (uncounted.length === 0) return messages;
    return this.#record.add(uncounted.map((entry) => entry.message.id)).then(() => {
      for (const entry of uncounted) entry.isCounted = true;
      return messages;
    });
  }

  #acknowledge({ message, origin }: Entry<Origin>): void {
    this.#entries.delete(message.id);
    this.#end.acknowledge(origin);
    this.#environment.changed();
  }

  #postpone(item: Waiting<Entry<Origin>>): void {
    item.content.isPostponed = true;
    const postponed = this.#entries.values().filter((entry) => entry.isPostponed);
    const tooMany = this.mayGiveBack && [...postponed].length > mostPostponed;
    // Once it is in the queue again.
    if (tooMany || !this.#end.holds(item.content.origin)) queueMicrotask(() => this.#giveBack([item]));
  }

  #deadLetter(entry: Entry<Origin>, reason: string, attempts: number): void {
    const deadLettering = this.#deadLetterUntilStored(entry, reason, attempts).finally(() =>
      this.#deadLettering.delete(deadLettering),
    );
    this.#deadLettering.add(deadLettering);
  }

  /** Gives up when the member leaves: not acknowledged, the message comes to another. */
  async #deadLetterUntilStored(entry: Entry<Origin>, reason: string, attempts: number): Promise<void> {
    const { clock, log } = this.#environment;
    const { message } = entry;
    const properties = deadLetterProperties(this.#topic, message, reason, attempts);
    let letter: OutgoingMessage = {
      payload: message.payload,
      properties,
      ...(message.key === null ? {} : { key: message.key }),
    };
    for (;;) {
      try {
        await this.#publishLetter(letter);
        return this.#acknowledge(entry);
      } catch (error) {
        log.warn({ topic: this.#topic, err: error }, 'A dead letter cannot be published; it is tried again');
        // Held as it is, it would take the place of a message for ever.
        if (OperationError.from(error).type === 'out-of-range') letter = shortDeadLetter(this.#topic, message, reason, attempts);
      }
      if (this.#stop.signal.aborted) return;
      await clock.sleep(retryMs, this.#stop.signal).catch(() => {});
    }
  }

  /** Only a subscription that is there keeps a message. */
  async #publishLetter(letter: OutgoingMessage): Promise<void> {
    const letterTopic = deadLetterTopic(this.#topic, this.#options.name);
    await this.#environment.ensureSubscription(letterTopic, deadLetterSubscription);
    await this.#environment.publish(letterTopic, letter);
  }

  /** Gives messages that no handler has back to the broker, whose next delivery may be to this member. */
  #giveBack(items: readonly Waiting<Entry<Origin>>[]): void {
    for (const { content, attempt, visibleAt } of this.#queue.remove(new Set(items.map(({ sequence }) => sequence)))) {
      const { message, origin } = content;
      this.#entries.delete(message.id);
      if (attempt > 1) this.#givenBack.set(message.id, { attempt, visibleAt });
      if (this.mayGiveBack) this.#end.giveBack(origin);
    }
    this.#environment.changed();
  }
}
