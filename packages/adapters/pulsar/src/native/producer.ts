import { OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import { closedBus, type PooledProducer } from '@agent-mem/messaging/internal';
import { endsWithin } from '@agent-mem/runtime';
import { mostInFlight, Sendings } from '../sendings.ts';
import { close, type TenantBroker } from './broker.ts';
import type { Producer as NativeProducer, ProducerMessage } from './client/client.ts';
import { checkCarriable, outgoing } from './message.ts';
import { refusalOf } from './refusal.ts';

const longestDrainMs = 5_000;
/** Beyond the client's own time: a send whose client is gone may never end. */
const graceMs = 1_000;

/** Publishes to one topic. */
export class Producer implements PooledProducer {
  readonly #url: string;
  readonly #broker: TenantBroker;
  readonly #sendings: Sendings<ProducerMessage>;
  #opening: Promise<void> | null = null;
  #native: NativeProducer | null = null;
  /** Milliseconds since 1970 of the last publish. */
  usedAt: number;

  constructor(topic: Topic, broker: TenantBroker, changed: () => void) {
    const { clock, timeoutMs } = broker;
    this.#url = topicUrl(topic, broker.tenant);
    this.#broker = broker;
    this.usedAt = clock.now();
    this.#sendings = new Sendings({
      clock,
      giveUpMs: () => timeoutMs + graceMs,
      late: () => new OperationError('unavailable', `Pulsar did not take a message for ${this.#url} within ${timeoutMs} ms`),
      send: () => this.#send(),
      ended: changed,
    });
  }

  /** Rejects with what the broker refuses the producer for. Messages given before are refused too. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  get isConnected(): boolean {
    return this.#native?.isConnected() ?? false;
  }

  get busy(): boolean {
    return this.#sendings.busy;
  }

  /** Resolves when the broker has the message. Rejects with `unavailable` when the time for it is over; it may be there nevertheless. */
  async publish(message: OutgoingMessage, signal: AbortSignal | undefined): Promise<void> {
    checkCarriable(message);
    this.usedAt = this.#broker.clock.now();
    await this.#sendings.add((_, now) => outgoing(message, now), signal);
  }

  /** Sends what was given, waits for the receipts five seconds at most, and closes. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { clock } = this.#broker;
    if (this.busy) {
      // A client that closes drops what was not flushed.
      const flushed = this.#opening?.then(() => this.#native?.flush());
      await endsWithin(Promise.all([flushed, this.#sendings.empty()]), longestDrainMs, clock);
    }
    await endsWithin(this.#opening ?? Promise.resolve(), longestDrainMs, clock);
    if (this.#native) await close(this.#broker, this.#native, this.#url);
    this.#sendings.endAll(closedBus());
  }

  async #open(): Promise<void> {
    const { client, timeoutMs } = this.#broker;
    try {
      this.#native = await client.createProducer({
        topic: this.#url,
        sendTimeoutMs: timeoutMs,
        maxPendingMessages: 2 * mostInFlight,
        // It would hold up the whole process.
        blockIfQueueFull: false,
        // One key of a batch would take the others along; and requests would wait for each other.
        batchingEnabled: false,
        // What the WebSocket API's producers use: on a partitioned topic a key has one partition, by either client.
        hashingScheme: 'JavaStringHash',
      });
      this.#send();
    } catch (cause) {
      const error = refusalOf(cause, `a producer of ${this.#url}`);
      this.#sendings.endAll(error);
      throw error;
    }
  }

  #send(): void {
    const native = this.#native;
    if (!native) return;
    for (const { message, end } of this.#sendings.taken()) {
      native.send(message).then(
        () => end(null),
        (cause: unknown) => end(refusalOf(cause, `a message for ${this.#url}`)),
      );
    }
  }
}
