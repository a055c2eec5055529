import type { ConsumeOptions, TakeMessage, TopicConsumer } from '@agent-mem/messaging';
import { backoffMs } from '@agent-mem/messaging/internal';
import { endsWithin } from '@agent-mem/runtime';
import type { Consuming, Left } from '../topics.ts';
import { type Broker, close, openConsumer } from './broker.ts';
import type { Consumer, Message } from './client/client.ts';
import { incoming } from './message.ts';
import { watchConnection } from './watch.ts';

/** What a broker sends ahead; on a topic that is not persistent it drops what is beyond. */
const messagesAhead = 1_000;
const reopen = { minMs: 100, maxMs: 5_000 };
const lookEveryMs = 200;
const unsubscribeMs = 5_000;

/** One consumer of a plain topic, with one pump. What comes is acknowledged at once and handed on. */
export class PlainConsumer implements TopicConsumer {
  readonly #url: string;
  readonly #options: ConsumeOptions;
  readonly #take: TakeMessage;
  readonly #broker: Broker;
  readonly #left: Left;
  readonly #stop = new AbortController();
  #consumer: Consumer | null = null;

  constructor({ url, options, take, left }: Consuming, broker: Broker) {
    this.#url = url;
    this.#options = options;
    this.#take = take;
    this.#broker = broker;
    this.#left = left;
  }

  /** Resolves when the subscription exists. */
  async open(): Promise<void> {
    this.#consumer = await this.#subscribe();
    // Closed meanwhile, it is nobody's.
    if (this.#stop.signal.aborted) return await this.#leave(this.#consumer);
    void this.#pump(this.#consumer);
    const isLost = () => !this.isConnected;
    const reconnected = () => this.#options.reconnected?.();
    void watchConnection(this.#broker, { isLost, reconnected, everyMs: lookEveryMs }, this.#stop.signal);
  }

  get isConnected(): boolean {
    return this.#consumer?.isConnected() ?? false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#stop.signal.aborted) {
      this.#stop.abort();
      if (this.#consumer) await this.#leave(this.#consumer);
    }
    this.#left(this);
  }

  /** The subscription goes with its last consumer; where there are others, the broker refuses that, and only this one goes. */
  async #leave(consumer: Consumer): Promise<void> {
    await endsWithin(consumer.unsubscribe(), unsubscribeMs, this.#broker.clock);
    await close(this.#broker, consumer, this.#options.subscription);
  }

  #subscribe(): Promise<Consumer> {
    return openConsumer(this.#broker, this.#url, {
      subscription: this.#options.subscription,
      subscriptionType: this.#options.type === 'exclusive' ? 'Exclusive' : 'Shared',
      subscriptionInitialPosition: 'Latest',
      receiverQueueSize: messagesAhead,
    });
  }

  async #pump(first: Consumer): Promise<void> {
    for (let consumer: Consumer | null = first; consumer; ) {
      try {
        this.#arrive(consumer, await consumer.receive());
      } catch (cause) {
        // It was closed with this receive pending.
        if (this.#stop.signal.aborted) return;
        this.#broker.log.warn({ topic: this.#url, err: cause }, 'A consumer of Pulsar failed; it is opened again');
        await close(this.#broker, consumer, this.#options.subscription);
        consumer = await this.#reopened();
      }
    }
  }

  async #reopened(): Promise<Consumer | null> {
    const { clock, log, random } = this.#broker;
    for (let attempt = 1; !this.#stop.signal.aborted; attempt += 1) {
      await clock.sleep(backoffMs(Math.min(attempt, 16), reopen, random), this.#stop.signal).catch(() => {});
      try {
        const consumer = await this.#subscribe();
        if (this.#stop.signal.aborted) {
          await this.#leave(consumer);
          return null;
        }
        this.#consumer = consumer;
        this.#options.reconnected?.();
        return consumer;
      } catch (error) {
        log.warn({ topic: this.#url, err: error }, 'A consumer of Pulsar cannot be opened');
      }
    }
    return null;
  }

  #arrive(consumer: Consumer, message: Message): void {
    const { stored, unreadable } = incoming(message);
    // On a topic that is not persistent nothing comes again either way.
    consumer.acknowledgeId(message.getMessageId()).catch(() => {});
    if (this.#stop.signal.aborted) return;
    try {
      if (unreadable !== null) throw new Error(unreadable);
      this.#take({ payload: stored.payload, properties: stored.properties });
    } catch (error) {
      this.#broker.log.warn({ topic: this.#url, err: error }, 'The consumer of a topic failed');
    }
  }
}
