import { deadLetterSubscription, deadLetterTopic, type Topic, uuidV7 } from '@agent-mem/contract';
import type { Handle, Subscription, SubscriptionOptions } from '@agent-mem/messaging';
import {
  AttemptRecord,
  type AttemptStore,
  deadLetterProperties,
  type StoredMessage,
  SubscriptionQueue,
  type Waiting,
} from '@agent-mem/messaging/internal';
import { WebSocket } from 'ws';
import { endpoint, subscriptionTypes, topicPath } from './endpoint.ts';
import { acknowledgement, dueProperty, negativeAcknowledgement, parseMessage } from './frame.ts';
import { type Keeping, KeptConnection } from './kept-connection.ts';

/** A message that has come and is not acknowledged. */
interface Entry {
  readonly message: StoredMessage;
  /** What the broker calls it. */
  readonly brokerId: string;
  readonly sequence: number;
  /** Where it can be acknowledged; `null` after that connection ended, until it comes again. */
  socket: WebSocket | null;
  /** Its attempt needs no record, or has one. */
  isCounted: boolean;
  /** It waits here for its next attempt. */
  isPostponed: boolean;
}

/** What a member needs of its bus. */
export interface MemberEnvironment extends AttemptStore {
  readonly tenant: string;
  readonly keeping: Keeping;
  /** Something ended: whoever waits for quiet looks again. */
  readonly changed: () => void;
}

/** How long the broker keeps a message that was given back. */
const givenBackMs = 1_000;
/** Messages that may wait here for their next attempt, beside those in hand: more are given back. */
const mostPostponed = 32;
/** On topics that are not persistent the broker drops what has no room. */
const passingWindow = 1_000;
const largestWindow = 1_000;
const mostRemembered = 10_000;
const retryMs = 1_000;
const longestEarlyMs = 2_000;

/**
 * One consumer. The broker gives it at most a window of unacknowledged messages; the queue above them bounds the handlers, keeps the order of keys
 * and waits before repeats. A message is acknowledged once, on the connection it came by last.
 */
export class Member implements Subscription {
  readonly topic: Topic;
  readonly name: string;
  readonly #options: SubscriptionOptions;
  readonly #environment: MemberEnvironment;
  readonly #queue: SubscriptionQueue<Entry>;
  readonly #joined: Subscription;
  readonly #connection: KeptConnection;
  readonly #record: AttemptRecord;
  /** Messages published before may have been begun by a process that is gone. */
  readonly #joinedAt: number;
  readonly #entries = new Map<string, Entry>();
  /** Done with while there was no connection to say so. */
  readonly #finished = new Map<string, true>();
  /** What is known of messages that were given back, for when they come again. */
  readonly #givenBack = new Map<string, { readonly attempt: number; readonly visibleAt: number }>();
  readonly #burials = new Set<Promise<void>>();
  /** Entries that came before what was recorded of them is known. */
  #unread: Entry[] = [];
  #sequence = 0;
  #leaving: Promise<void> | null = null;
  #hasLeft = false;

  constructor(topic: Topic, options: SubscriptionOptions, handle: Handle, environment: MemberEnvironment) {
    const { tenant, keeping, changed } = environment;
    const { clock, url } = keeping.broker;
    this.topic = topic;
    this.name = options.name;
    this.#options = options;
    this.#environment = environment;
    this.#joinedAt = clock.now();
    this.#record = new AttemptRecord(topic, options.name, environment);
    const ledger = {
      take: (items: readonly Waiting<Entry>[]) => this.#take(items),
      acknowledge: (item: Waiting<Entry>) => this.#acknowledge(item.content),
      postpone: (item: Waiting<Entry>) => this.#postpone(item),
      bury: (item: Waiting<Entry>, message: StoredMessage, reason: string) => this.#bury(item, message, reason),
    };
    this.#queue = new SubscriptionQueue(topic, options.name, ledger, { clock, random: keeping.random, changed });
    this.#joined = this.#queue.join(options, handle);
    const path = `${topicPath(tenant, topic)}/${encodeURIComponent(options.name)}`;
    const parameters = {
      subscriptionType: subscriptionTypes[options.type],
      receiverQueueSize: windowOf(topic, options),
      negativeAckRedeliveryDelay: givenBackMs,
    };
    this.#connection = new KeptConnection(
      endpoint(url, 'consumer', path, parameters),
      `the consumer of ${path}`,
      {
        opened: () => {},
        message: (text, socket) => this.#arrive(text, socket),
        lost: (socket) => this.#lost(socket),
        idle: async () => {},
      },
      keeping,
    );
  }

  /** Resolves when the subscription exists. */
  async open(): Promise<void> {
    try {
      await this.#connection.open();
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    }
  }

  get isConnected(): boolean {
    return isOpen(this.#connection.socket);
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  get busy(): boolean {
    return !this.#hasLeft && this.#entries.size > 0;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    this.#giveBack(this.#queue.waiting());
    await this.#joined[Symbol.asyncDispose]();
    await Promise.all(this.#burials);
    await this.#connection[Symbol.asyncDispose]();
    this.#entries.clear();
    this.#hasLeft = true;
    this.#environment.changed();
  }

  #arrive(text: string, socket: WebSocket): void {
    const message = parseMessage(text);
    if (!message) return;
    const known = this.#entries.get(message.id);
    if (!this.topic.persistent) {
      // All of them have the same id there.
      if (!this.#leaving)
        this.#enter({ ...message, id: uuidV7(this.#environment.keeping.broker.clock.now()) }, message.id, socket);
    } else if (known) {
      known.socket = socket;
    } else if (this.#finished.delete(message.id)) {
      socket.send(acknowledgement(message.id));
    } else if (this.#leaving) {
      if (this.#mayGiveBack) socket.send(negativeAcknowledgement(message.id));
    } else {
      this.#enter(message, message.id, socket);
    }
  }

  #enter(message: StoredMessage, brokerId: string, socket: WebSocket): void {
    this.#sequence += 1;
    const isCounted = !this.topic.persistent || message.publishedAt >= this.#joinedAt || this.#givenBack.has(message.id);
    const entry = { message, brokerId, sequence: this.#sequence, socket, isCounted, isPostponed: false };
    this.#entries.set(message.id, entry);
    if (this.#unread.length === 0 && (isCounted || this.#record.isLoaded)) {
      this.#offer(entry);
    } else {
      this.#unread.push(entry);
      if (this.#unread.length === 1) void this.#readRecord();
    }
  }

  #offer(entry: Entry): void {
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

  /** The broker delivers up to a second too early, and to exclusive consumers at once: what is not due yet waits here. */
  #dueAt({ properties }: StoredMessage): number {
    const dueAt = Number(properties[dueProperty] ?? 0) || 0;
    if (this.#options.type === 'exclusive') return dueAt;
    // Not for long, should the publisher's clock be ahead of this one.
    return Math.min(dueAt, this.#environment.keeping.broker.clock.now() + longestEarlyMs);
  }

  /** Reads what was recorded of messages from before this member, then lets pass what has come meanwhile, in order. */
  async #readRecord(): Promise<void> {
    const { broker, log } = this.#environment.keeping;
    while (!this.#record.isLoaded && !this.#leaving) {
      try {
        await this.#record.load();
      } catch (error) {
        log.warn({ topic: this.topic, err: error }, 'The record of attempts cannot be read; it is tried again');
        await broker.clock.sleep(retryMs);
      }
    }
    if (this.#leaving) return;
    for (const entry of this.#unread.splice(0)) if (this.#entries.get(entry.message.id) === entry) this.#offer(entry);
  }

  #take(items: readonly Waiting<Entry>[]): readonly StoredMessage[] | Promise<readonly StoredMessage[]> {
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

  #acknowledge({ message, brokerId, socket }: Entry): void {
    this.#entries.delete(message.id);
    if (isOpen(socket)) socket.send(acknowledgement(brokerId));
    else if (this.topic.persistent) remember(this.#finished, message.id, true);
    this.#environment.changed();
  }

  #postpone(item: Waiting<Entry>): void {
    const entry = item.content;
    entry.isPostponed = true;
    const postponed = this.#entries.values().filter((other) => other.isPostponed);
    if (isOpen(entry.socket) && (!this.#mayGiveBack || [...postponed].length <= mostPostponed)) return;
    // Once it is in the queue again.
    queueMicrotask(() => this.#giveBack([item]));
  }

  #bury(item: Waiting<Entry>, message: StoredMessage, reason: string): void {
    const { broker, log } = this.#environment.keeping;
    const grave = deadLetterTopic(this.topic, this.name);
    const properties = deadLetterProperties(this.topic, message, reason, item.attempt);
    const letter = { payload: message.payload, properties, ...(message.key === null ? {} : { key: message.key }) };
    const burial = this.#publishLetter(grave, letter).then(
      () => this.#acknowledge(item.content),
      (error: unknown) => {
        log.warn({ topic: this.topic, err: error }, 'A dead letter cannot be published; its message is tried again');
        // Not published, it stays what it was: a message whose last attempt is to come.
        item.visibleAt = broker.clock.now() + retryMs;
        this.#queue.offer(item);
      },
    );
    const tracked = burial.finally(() => this.#burials.delete(tracked));
    this.#burials.add(tracked);
  }

  /** Only a subscription that is there keeps a message. */
  async #publishLetter(grave: Topic, letter: Parameters<AttemptStore['publish']>[1]): Promise<void> {
    await this.#environment.ensureSubscription(grave, deadLetterSubscription);
    await this.#environment.publish(grave, letter);
  }

  /** An exclusive consumer that gives one back gets everything again; its messages return when it is closed. */
  get #mayGiveBack(): boolean {
    return this.topic.persistent && this.#options.type !== 'exclusive';
  }

  /** Leaves messages that no handler has to whoever the broker gives them next, which may be this member. */
  #giveBack(items: readonly Waiting<Entry>[]): void {
    for (const { content, attempt, visibleAt } of this.#queue.remove(new Set(items.map(({ sequence }) => sequence)))) {
      const { message, socket } = content;
      this.#entries.delete(message.id);
      if (attempt > 1) remember(this.#givenBack, message.id, { attempt, visibleAt });
      if (isOpen(socket) && this.#mayGiveBack) socket.send(negativeAcknowledgement(message.id));
    }
  }

  /** What no handler has comes again, to this member or to another; what one has can be acknowledged only when it has come again. */
  #lost(socket: WebSocket): void {
    for (const entry of this.#entries.values()) if (entry.socket === socket) entry.socket = null;
    this.#giveBack(this.#queue.waiting().filter(({ content }) => content.socket === null));
    for (const entry of this.#unread.splice(0)) this.#entries.delete(entry.message.id);
    this.#environment.changed();
  }
}

function windowOf(topic: Topic, { concurrency = 16 }: SubscriptionOptions): number {
  return topic.persistent ? Math.min(concurrency + mostPostponed, largestWindow) : passingWindow;
}

function isOpen(socket: WebSocket | null): socket is WebSocket {
  return socket?.readyState === WebSocket.OPEN;
}

/** Adds to what forgets its oldest when it is full. */
function remember<Value>(known: Map<string, Value>, id: string, value: Value): void {
  const [oldest] = known.keys();
  if (known.size >= mostRemembered && oldest !== undefined) known.delete(oldest);
  known.set(id, value);
}
