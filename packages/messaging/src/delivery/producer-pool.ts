import { type Clock, type Topic, topicUrl } from '@agent-mem/contract';

/** What publishes to one topic of a broker. */
export interface PooledProducer extends AsyncDisposable {
  /** Rejects with what the broker refuses it for; what was given to it is refused by itself. */
  open(): Promise<void>;
  /** Something was given to it and has no receipt yet. */
  readonly busy: boolean;
  /** Milliseconds since 1970 of the last publish. */
  readonly usedAt: number;
}

/** Those of clients that are gone must not stay. */
const idleMs = 300_000;
const lookEveryMs = 60_000;
const most = 500;

/** One producer a topic, closed when nothing was published for five minutes or when there are too many. */
export class ProducerPool<Producer extends PooledProducer> implements AsyncDisposable {
  readonly #make: (topic: Topic) => Producer;
  readonly #clock: Clock;
  readonly #producers = new Map<string, Producer>();
  readonly #stop = new AbortController();

  constructor(make: (topic: Topic) => Producer, clock: Clock) {
    this.#make = make;
    this.#clock = clock;
    void this.#sweep();
  }

  get busy(): boolean {
    return this.#producers.values().some((producer) => producer.busy);
  }

  /** The topic's producer. One that the broker refuses is forgotten. */
  of(topic: Topic): Producer {
    const url = topicUrl(topic);
    const known = this.#producers.get(url);
    if (known) return known;
    if (this.#producers.size >= most) this.#closeLongestIdle();
    const producer = this.#make(topic);
    this.#producers.set(url, producer);
    producer.open().catch(() => {
      if (this.#producers.get(url) === producer) this.#producers.delete(url);
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
    try {
      for (;;) {
        await this.#clock.sleep(lookEveryMs, this.#stop.signal);
        const idle = this.#clock.now() - idleMs;
        for (const [url, producer] of this.#producers) if (!producer.busy && producer.usedAt < idle) this.#close(url);
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

  #close(url: string): void {
    const producer = this.#producers.get(url);
    this.#producers.delete(url);
    void producer?.[Symbol.asyncDispose]();
  }
}
