import { membersOf, parsedJson, type Topic, textsIn, uuidV7 } from '@agent-mem/contract';
import type { OutgoingMessage } from '../bus.ts';

/** What the record needs of its bus. */
export interface AttemptStore {
  publish(topic: Topic, message: OutgoingMessage): Promise<void>;
  ensureSubscription(topic: Topic, name: string): Promise<void>;
  /** Gives the payloads of a topic from its oldest message on, until `isLast` says that it has seen enough. Takes none from anybody. */
  readAll(topic: Topic, isLast: (payload: string) => boolean): Promise<void>;
}

/** Keeps the records until their namespace's time to live; nobody ever takes them from it. */
const attemptsSubscription = 'attempts';

/** Where the attempts of a subscription are recorded. */
function attemptTopic(topic: Topic, subscription: string): Topic {
  return { lane: topic.lane, name: `${topic.name}-${subscription}-attempts`, persistent: true };
}

/**
 * How often a message was begun by processes that may have ended by its doing. A broker that forgets its own count with the consumer would
 * give a deadly message for ever. Each record names messages that are begun once more, and is stored before they are;
 * all members write to one topic, and a new one reads all of it.
 */
export class AttemptRecord {
  readonly #topic: Topic;
  readonly #store: AttemptStore;
  #counts: Map<string, number> | null = null;

  constructor(topic: Topic, subscription: string, store: AttemptStore) {
    this.#topic = attemptTopic(topic, subscription);
    this.#store = store;
  }

  get isLoaded(): boolean {
    return this.#counts !== null;
  }

  /** Reads what earlier processes, and other members, have recorded until now. */
  async load(): Promise<void> {
    if (this.#counts) return;
    await this.#store.ensureSubscription(this.#topic, attemptsSubscription);
    const ownMark = uuidV7();
    await this.#store.publish(this.#topic, { payload: JSON.stringify({ mark: ownMark }) });
    const counts = new Map<string, number>();
    await this.#store.readAll(this.#topic, (payload) => {
      const { ids, mark } = parseRecord(payload);
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      return mark === ownMark;
    });
    this.#counts = counts;
  }

  /** How often the message was begun. Read once: the process itself counts its own attempts from then on. */
  take(id: string): number {
    const count = this.#counts?.get(id) ?? 0;
    this.#counts?.delete(id);
    return count;
  }

  /** Resolves when it is stored that these are begun once more. */
  async add(ids: readonly string[]): Promise<void> {
    await this.#store.publish(this.#topic, { payload: JSON.stringify({ ids }) });
  }
}

function parseRecord(payload: string): { readonly ids: readonly string[]; readonly mark: string | null } {
  const { ids, mark } = membersOf(parsedJson(payload));
  return { ids: textsIn(ids), mark: typeof mark === 'string' ? mark : null };
}
