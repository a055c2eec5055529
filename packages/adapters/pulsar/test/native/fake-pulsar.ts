import type { Statistics } from '../../src/browse.ts';
import type {
  Client,
  ClientConfig,
  Consumer,
  ConsumerConfig,
  Message,
  MessageId,
  Producer,
  ProducerConfig,
  ProducerMessage,
  PulsarClientModule,
} from '../../src/native/client/client.ts';

/** What a test sees of a fake broker, and does to it. */
export interface FakePulsar {
  readonly module: PulsarClientModule;
  readonly statistics: Statistics;
  /** What clients were opened with, in the state their wrapper left it. */
  readonly clients: ClientConfig[];
  readonly subscribed: ConsumerConfig[];
  readonly produced: ProducerConfig[];
  /** Messages as they were given to `send`, by all producers. */
  readonly sent: ProducerMessage[];
  /** How many messages were given back, and producers flushed. */
  givenBack: number;
  flushed: number;
  /** Most sends of one producer that were pending at once. */
  mostPending: number;
  /** While set, operations fail with this result; for `silence` sends never end. */
  trouble: string | null;
  /** Nothing is connected while set; nothing is lost by it. */
  isDown: boolean;
  /** The process of every client ends: nothing is closed, nothing answers, and the broker notices. */
  crash(): void;
  /** Publishes as somebody else would. */
  publish(topic: string, message: Partial<ProducerMessage>): void;
  /** Ends every consumer of a topic, as a deleted topic does. */
  closeConsumers(topic: string): void;
  /** Subscriptions of a topic. */
  subscriptions(topic: string): string[];
}

interface Stored {
  readonly id: number;
  readonly message: ProducerMessage;
  readonly publishedAt: number;
  readonly dueAt: number;
}

interface Waiting {
  readonly stored: Stored;
  holder: FakeConsumer | null;
  /** Given back, until then. */
  until: number;
}

class FakeSubscription {
  readonly backlog = new Map<number, Waiting>();
  consumers: FakeConsumer[] = [];
  type = '';
  #turn = 0;

  offer(stored: Stored, isPersistent: boolean): void {
    if (isPersistent) this.backlog.set(stored.id, { stored, holder: null, until: 0 });
    else this.#choose(stored)?.take(stored);
    this.dispatch();
  }

  dispatch(): void {
    const now = Date.now();
    const blocked = new Set<string>();
    for (const waiting of this.backlog.values()) {
      const { stored } = waiting;
      const due = this.type === 'Exclusive' ? 0 : Math.max(stored.dueAt, waiting.until);
      const key = stored.message.partitionKey ?? '';
      if (waiting.holder || blocked.has(key)) continue;
      if (due > now) {
        setTimeout(() => this.dispatch(), due - now).unref();
        continue;
      }
      const consumer = this.#choose(stored);
      if (!consumer && this.type === 'KeyShared') blocked.add(key);
      if (!consumer) continue;
      waiting.holder = consumer;
      consumer.take(stored);
    }
  }

  leave(consumer: FakeConsumer): void {
    this.consumers = this.consumers.filter((other) => other !== consumer);
    for (const waiting of this.backlog.values()) if (waiting.holder === consumer) waiting.holder = null;
    this.dispatch();
  }

  /** The one whose turn it is and who has room; of one key, who handles others of it. */
  #choose({ message }: Stored): FakeConsumer | undefined {
    const key = this.type === 'KeyShared' ? message.partitionKey : undefined;
    if (key) {
      const held = [...this.backlog.values()].find(({ holder, stored }) => holder && stored.message.partitionKey === key);
      const [first] = key;
      const consumer = held?.holder ?? this.consumers[(first?.codePointAt(0) ?? 0) % this.consumers.length];
      return consumer?.hasRoom ? consumer : undefined;
    }
    this.#turn += 1;
    const inTurn = this.consumers.map((_, index) => this.consumers[(index + this.#turn) % this.consumers.length]);
    return inTurn.find((consumer) => consumer?.hasRoom);
  }
}

interface PendingReceive {
  resolve(message: Message): void;
  reject(error: Error): void;
}

class FakeConsumer implements Consumer {
  readonly #config: ConsumerConfig;
  readonly #subscription: FakeSubscription;
  readonly #unsubscribe: () => void;
  readonly #fake: FakePulsar;
  readonly #queue: Stored[] = [];
  readonly #pending: PendingReceive[] = [];
  #state: 'open' | 'closed' | 'dead' = 'open';

  constructor(config: ConsumerConfig, subscription: FakeSubscription, unsubscribe: () => void, fake: FakePulsar) {
    this.#config = config;
    this.#subscription = subscription;
    this.#unsubscribe = unsubscribe;
    this.#fake = fake;
  }

  get hasRoom(): boolean {
    return this.#queue.length < this.#config.receiverQueueSize;
  }

  take(stored: Stored): void {
    // Of several loops none can tell whose message was the earlier one: the last to ask gets the first.
    const receive = this.#pending.pop();
    if (receive) later(() => receive.resolve(messageOf(stored)));
    else this.#queue.push(stored);
  }

  receive(...timeout: unknown[]): Promise<Message> {
    if (timeout.length > 0) throw new Error('A receive with a time-out blocks a thread');
    if (this.#state === 'closed') return fails('receive message', 'AlreadyClosed');
    const first = this.#queue.shift();
    // What is due by now may come into the queue just here.
    this.#subscription.dispatch();
    const stored = first ?? this.#queue.shift();
    if (stored) return answers(messageOf(stored));
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  acknowledgeId(id: MessageId): Promise<unknown> {
    if (this.#state === 'closed') return fails('acknowledge id', 'AlreadyClosed');
    return new Promise((resolve) =>
      later(() => {
        if (this.#state === 'open') this.#subscription.backlog.delete(numberOf(id));
        resolve(null);
      }),
    );
  }

  negativeAcknowledgeId(id: MessageId): void {
    this.#fake.givenBack += 1;
    const all = [...this.#subscription.backlog.values()].filter(({ holder }) => holder === this);
    const given = this.#config.subscriptionType === 'Exclusive' ? all : all.filter(({ stored }) => stored.id === numberOf(id));
    for (const waiting of given) {
      waiting.holder = null;
      // A tenth of the time, at which the real broker's floor is 100 ms: what counts is that it comes later.
      waiting.until = Date.now() + Math.max(100, this.#config.nAckRedeliverTimeoutMs) / 10;
    }
    this.#subscription.dispatch();
  }

  async unsubscribe(): Promise<unknown> {
    if (this.#subscription.consumers.length > 1) return fails('unsubscribe', 'UnknownError');
    this.#unsubscribe();
    return this.close();
  }

  close(): Promise<unknown> {
    this.end('closed');
    return answers(null);
  }

  end(how: 'closed' | 'dead'): void {
    if (this.#state !== 'open') return;
    this.#state = how;
    this.#queue.length = 0;
    const pending = this.#pending.splice(0);
    if (how === 'closed') for (const { reject } of pending) reject(new Error('Failed to receive message: AlreadyClosed'));
    this.#subscription.leave(this);
  }

  isConnected(): boolean {
    return this.#state === 'open' && !this.#fake.isDown;
  }
}

const largestBytes = 5 * 1_024 * 1_024;

/** A broker in this process behind the face of pulsar-client 1.18, with the traps of that client. */
export function createFakePulsar(): FakePulsar {
  const topics = new Map<string, { readonly entries: Stored[]; readonly subscriptions: Map<string, FakeSubscription> }>();
  let open: FakeConsumer[] = [];
  let generation = 0;
  let lastId = 0;

  const topicOf = (url: string) => {
    const known = topics.get(url) ?? { entries: [], subscriptions: new Map<string, FakeSubscription>() };
    topics.set(url, known);
    return known;
  };
  const isPersistent = (url: string) => url.startsWith('persistent:');
  const publish = (url: string, given: Partial<ProducerMessage>) => {
    lastId += 1;
    const now = Date.now();
    const message = { data: Buffer.from(''), ...given, properties: stringified(given.properties ?? {}) };
    // A string is taken for no data at all.
    if (typeof message.data === 'string') message.data = Buffer.from('');
    const stored = { id: lastId, message, publishedAt: now, dueAt: now + (message.deliverAfter ?? 0) };
    const { entries, subscriptions } = topicOf(url);
    if (isPersistent(url)) entries.push(stored);
    for (const subscription of subscriptions.values()) subscription.offer(stored, isPersistent(url));
  };

  const subscribe = (config: ConsumerConfig): Promise<Consumer> => {
    if (fake.trouble) return fails('create consumer', fake.trouble);
    const { entries, subscriptions } = topicOf(config.topic);
    const known = subscriptions.get(config.subscription);
    const subscription = known ?? new FakeSubscription();
    const type = ['Shared', 'KeyShared', 'Failover'].includes(config.subscriptionType) ? config.subscriptionType : 'Exclusive';
    const isTaken = subscription.consumers.length > 0 && (subscription.type !== type || type === 'Exclusive');
    if (isTaken) return fails('create consumer', 'ConsumerBusy');
    fake.subscribed.push(config);
    subscription.type = type;
    subscriptions.set(config.subscription, subscription);
    const unsubscribe = () => subscriptions.delete(config.subscription);
    const consumer = new FakeConsumer(config, subscription, unsubscribe, fake);
    subscription.consumers.push(consumer);
    open.push(consumer);
    if (!known && config.subscriptionInitialPosition === 'Earliest')
      for (const stored of entries) subscription.offer(stored, true);
    subscription.dispatch();
    return answers(consumer);
  };

  const createProducer = (config: ProducerConfig): Promise<Producer> => {
    if (fake.trouble) return fails('create producer', fake.trouble);
    fake.produced.push(config);
    const born = generation;
    let pending = 0;
    let isOpen = true;
    return answers({
      send(message: ProducerMessage) {
        fake.sent.push(message);
        if (fake.trouble === 'silence' || born !== generation) return new Promise(() => {});
        if (fake.trouble) return fails('send message', fake.trouble);
        if (!isOpen) return fails('send message', 'AlreadyClosed');
        if (message.data.length > largestBytes) return fails('send message', 'MessageTooBig');
        if (pending >= config.maxPendingMessages) return fails('send message', 'ProducerQueueIsFull');
        pending += 1;
        fake.mostPending = Math.max(fake.mostPending, pending);
        return new Promise((resolve, reject) =>
          later(() => {
            pending -= 1;
            if (!isOpen) return reject(new Error('Failed to send message: AlreadyClosed'));
            publish(config.topic, message);
            resolve(null);
          }),
        );
      },
      flush() {
        fake.flushed += 1;
        return answers(null);
      },
      close() {
        isOpen = false;
        return answers(null);
      },
      isConnected: () => isOpen && fake.trouble === null,
    });
  };

  class FakeClient implements Client {
    readonly createProducer = createProducer;
    readonly subscribe = subscribe;

    static setLogHandler(): void {}

    constructor(config: ClientConfig) {
      config.tlsTrustCertsFilePath ??= '/the/package/cert.pem';
      fake.clients.push(config);
    }

    async close(): Promise<unknown> {
      return null;
    }
  }

  const fake: FakePulsar = {
    module: { Client: FakeClient, AuthenticationToken: Credentials },
    statistics: {
      async stats(url) {
        const found = topics.get(url);
        if (!found) return null;
        const figures = ({ backlog, consumers }: FakeSubscription) => ({
          backlog: backlog.size,
          unacknowledged: [...backlog.values()].filter(({ holder }) => holder).length,
          delayed: 0,
          members: consumers.length,
          published: found.entries.length,
        });
        return new Map([...found.subscriptions].map(([name, subscription]) => [name, figures(subscription)]));
      },
    },
    clients: [],
    subscribed: [],
    produced: [],
    sent: [],
    givenBack: 0,
    flushed: 0,
    mostPending: 0,
    trouble: null,
    isDown: false,
    crash() {
      generation += 1;
      for (const consumer of open.splice(0)) consumer.end('dead');
    },
    publish,
    closeConsumers(topic) {
      const consumers = [...topicOf(topic).subscriptions.values()].flatMap((subscription) => subscription.consumers);
      for (const consumer of consumers) consumer.end('closed');
      open = open.filter((consumer) => !consumers.includes(consumer));
    },
    subscriptions: (topic) => [...topicOf(topic).subscriptions.keys()],
  };
  return fake;
}

/** Keeps what it was made of, for tests to look at. */
class Credentials {
  readonly given: object;

  constructor(given: object) {
    this.given = given;
  }
}

function messageOf({ id, message, publishedAt }: Stored): Message {
  return {
    // An array with string keys, on which "length" is not as other names are.
    getProperties: () => Object.assign([], message.properties) as unknown as Record<string, string>,
    getData: () => message.data,
    getMessageId: () => ({ serialize: () => Buffer.from(String(id)) }),
    getPublishTimestamp: () => publishedAt,
    getPartitionKey: () => message.partitionKey ?? '',
  };
}

function numberOf(id: MessageId): number {
  return Number(id.serialize().toString());
}

function stringified(properties: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, String(value).split('\0')[0] ?? '']));
}

function later(act: () => void): void {
  setImmediate(act);
}

function answers<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => later(() => resolve(value)));
}

/** Errors of the client tell their result at the end of the message, and nowhere else. */
function fails(what: string, result: string): Promise<never> {
  return new Promise((_, reject) => later(() => reject(new Error(`Failed to ${what}: ${result}`))));
}
