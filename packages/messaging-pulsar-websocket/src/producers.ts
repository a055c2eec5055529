import type { Topic } from '@agent-mem/contract';
import { endpoint, topicPath } from './endpoint.ts';
import type { Keeping } from './kept-connection.ts';
import { Producer } from './producer.ts';

/** A producer is a connection: those of clients that are gone must not stay. */
const idleMs = 300_000;
const lookEveryMs = 60_000;
const most = 500;

/** One producer a topic, closed when nothing was published for five minutes or when there are too many. */
export class Producers implements AsyncDisposable {
  readonly #tenant: string;
  readonly #keeping: Keeping;
  readonly #timeoutMs: number;
  readonly #changed: () => void;
  readonly #producers = new Map<string, Producer>();
  readonly #stop = new AbortController();

  constructor(tenant: string, keeping: Keeping, timeoutMs: number, changed: () => void) {
    this.#tenant = tenant;
    this.#keeping = keeping;
    this.#timeoutMs = timeoutMs;
    this.#changed = changed;
    void this.#sweep();
  }

  get busy(): boolean {
    return this.#producers.values().some((producer) => producer.busy);
  }

  /** The topic's producer. One that the broker refuses is forgotten, and what was given to it is refused. */
  of(topic: Topic): Producer {
    const path = topicPath(this.#tenant, topic);
    const known = this.#producers.get(path);
    if (known) return known;
    if (this.#producers.size >= most) this.#closeLongestIdle();
    const url = endpoint(this.#keeping.broker.url, 'producer', path, { sendTimeoutMillis: this.#timeoutMs });
    const producer = new Producer(url, `the producer of ${path}`, this.#keeping, this.#timeoutMs, this.#changed);
    this.#producers.set(path, producer);
    producer.open().catch(() => {
      if (this.#producers.get(path) === producer) this.#producers.delete(path);
    });
    return producer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    const producers = [...this.#producers.values()];
    this.#producers.clear();
    await Promise.all(producers.map((producer) => producer[Symbol.asyncDispose]()));
  }

  async #sweep(): Promise<void> {
    const { clock } = this.#keeping.broker;
    try {
      for (;;) {
        await clock.sleep(lookEveryMs, this.#stop.signal);
        const idle = clock.now() - idleMs;
        for (const [path, producer] of this.#producers) if (!producer.busy && producer.usedAt < idle) this.#close(path);
      }
    } catch {
      // The bus is closed.
    }
  }

  #closeLongestIdle(): void {
    const idle = [...this.#producers].filter(([, producer]) => !producer.busy);
    const [oldest] = idle.toSorted(([, left], [, right]) => left.usedAt - right.usedAt);
    if (oldest) this.#close(oldest[0]);
  }

  #close(path: string): void {
    const producer = this.#producers.get(path);
    this.#producers.delete(path);
    void producer?.[Symbol.asyncDispose]();
  }
}
