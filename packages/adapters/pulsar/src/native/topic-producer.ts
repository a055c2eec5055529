import type { TopicMessage, TopicProducer } from '@agent-mem/messaging';
import type { Left } from '../topics.ts';
import { type Broker, checkConnected, close } from './broker.ts';
import type { Producer } from './client/client.ts';
import { checkCarriable, outgoing } from './message.ts';
import { refusalOf } from './refusal.ts';

/** The client's own queue, beyond which it refuses. */
const mostPending = 1_000;

/** Sends to a plain topic, without batching. */
export class PlainProducer implements TopicProducer {
  readonly #url: string;
  readonly #broker: Broker;
  readonly #left: Left;
  #producer: Producer | null = null;

  constructor(url: string, broker: Broker, left: Left) {
    this.#url = url;
    this.#broker = broker;
    this.#left = left;
  }

  /** Resolves when it can send. */
  async open(): Promise<void> {
    try {
      this.#producer = await this.#broker.client.createProducer({
        topic: this.#url,
        sendTimeoutMs: this.#broker.timeoutMs,
        maxPendingMessages: mostPending,
        // It would hold up the whole process.
        blockIfQueueFull: false,
        // A message would wait for others.
        batchingEnabled: false,
        hashingScheme: 'JavaStringHash',
      });
    } catch (cause) {
      throw refusalOf(cause, `a producer of ${this.#url}`);
    }
  }

  async send(message: TopicMessage): Promise<void> {
    checkCarriable(message);
    const producer = this.#producer;
    checkConnected({ isConnected: producer?.isConnected() ?? false }, this.#url);
    try {
      await producer?.send(outgoing(message, this.#broker.clock.now()));
    } catch (cause) {
      throw refusalOf(cause, `a message for ${this.#url}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const producer = this.#producer;
    this.#producer = null;
    // A client that closes drops what was not flushed.
    await producer?.flush().catch(() => {});
    if (producer) await close(this.#broker, producer, this.#url);
    this.#left(this);
  }
}
