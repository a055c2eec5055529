import { OperationError, type Topic, uuidV7 } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import { close, connect } from './connection.ts';
import { endpoint, topicPath } from './endpoint.ts';
import { acknowledgement, parseMessage } from './frame.ts';
import type { Keeping } from './kept-connection.ts';

/** What the record needs of its bus. */
export interface RecordEnvironment {
  readonly tenant: string;
  readonly keeping: Keeping;
  publish(topic: Topic, message: OutgoingMessage): Promise<void>;
  ensureSubscription(topic: Topic, name: string): Promise<void>;
}

/** Keeps the records until their namespace's time to live; nobody ever takes them from it. */
const keeper = 'attempts';
const readAhead = 1_000;

/** Where the attempts of a subscription are recorded. */
function attemptTopic(topic: Topic, subscription: string): Topic {
  return { lane: topic.lane, name: `${topic.name}-${subscription}-attempts`, persistent: true };
}

/**
 * How often a message was begun by processes that may have ended by its doing. The broker forgets its own count with the consumer, so a deadly message would come for ever.
 * Each record names messages that are begun once more, and is stored before they are; all members write to one topic, and a new one reads all of it.
 */
export class AttemptRecord {
  readonly #topic: Topic;
  readonly #environment: RecordEnvironment;
  #counts: Map<string, number> | null = null;

  constructor(topic: Topic, subscription: string, environment: RecordEnvironment) {
    this.#topic = attemptTopic(topic, subscription);
    this.#environment = environment;
  }

  get isLoaded(): boolean {
    return this.#counts !== null;
  }

  /** Reads what earlier processes, and other members, have recorded until now. */
  async load(): Promise<void> {
    if (this.#counts) return;
    await this.#environment.ensureSubscription(this.#topic, keeper);
    const mark = uuidV7();
    await this.#environment.publish(this.#topic, { payload: JSON.stringify({ mark }) });
    this.#counts = await this.#readUntil(mark);
  }

  /** How often the message was begun. Told once: what this process does with it from then on, it knows itself. */
  take(id: string): number {
    const count = this.#counts?.get(id) ?? 0;
    this.#counts?.delete(id);
    return count;
  }

  /** Resolves when it is stored that these are begun once more. */
  async add(ids: readonly string[]): Promise<void> {
    await this.#environment.publish(this.#topic, { payload: JSON.stringify({ ids }) });
  }

  async #readUntil(mark: string): Promise<Map<string, number>> {
    const { keeping, tenant } = this.#environment;
    const path = topicPath(tenant, this.#topic);
    const url = endpoint(keeping.broker.url, 'reader', path, { messageId: 'earliest', receiverQueueSize: readAhead });
    const counts = new Map<string, number>();
    const read = Promise.withResolvers<void>();
    const { socket, ended } = await connect(keeping.broker, url, `the reader of ${path}`, (text, reader) => {
      const message = parseMessage(text);
      if (!message) return;
      reader.send(acknowledgement(message.id));
      const record = parseRecord(message.payload);
      for (const id of record.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      if (record.mark === mark) read.resolve();
    });
    void ended.then(() => read.reject(new OperationError('unavailable', 'The connection ended before all records were read')));
    try {
      await read.promise;
    } finally {
      await close(socket, keeping.broker.clock);
    }
    return counts;
  }
}

function parseRecord(payload: string): { readonly ids: readonly string[]; readonly mark: string | null } {
  try {
    const { ids, mark } = JSON.parse(payload) as { ids?: unknown; mark?: unknown };
    const texts = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
    return { ids: texts, mark: typeof mark === 'string' ? mark : null };
  } catch {
    return { ids: [], mark: null };
  }
}
