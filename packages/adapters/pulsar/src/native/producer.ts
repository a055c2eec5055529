import { OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import type { PooledProducer } from '@agent-mem/messaging/internal';
import { close, type TenantBroker } from './broker.ts';
import type { Producer as NativeProducer, ProducerMessage } from './client/client.ts';
import { checkCarriable, outgoing } from './message.ts';
import { refusalOf } from './refusal.ts';
import { endsWithin } from './within.ts';

interface Sending {
  readonly message: ProducerMessage;
  readonly startedAt: number;
  /** Ends it, once; later calls change nothing. */
  readonly end: (error: OperationError | null) => void;
}

/** Most messages of one producer whose receipt has not come. The client's own queue holds 1000, and refuses the next one. */
const mostInFlight = 500;
const mostWaiting = 10_000;
const lookEveryMs = 1_000;
const longestDrainMs = 5_000;
/** Beyond the client's own time: a send whose client is gone may never end. */
const graceMs = 1_000;

/** Publishes to one topic. */
export class Producer implements PooledProducer {
  readonly #url: string;
  readonly #broker: TenantBroker;
  readonly #changed: () => void;
  readonly #inFlight = new Set<Sending>();
  readonly #waiting = new Set<Sending>();
  #opening: Promise<void> | null = null;
  #native: NativeProducer | null = null;
  #watching = false;
  #empty: (() => void) | null = null;
  /** Milliseconds since 1970 of the last publish. */
  usedAt: number;

  constructor(topic: Topic, broker: TenantBroker, changed: () => void) {
    this.#url = topicUrl(topic, broker.tenant);
    this.#broker = broker;
    this.#changed = changed;
    this.usedAt = broker.clock.now();
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
    return this.#inFlight.size + this.#waiting.size > 0;
  }

  /** Resolves when the broker has the message. Rejects with `unavailable` when the time for it is over; it may be there nevertheless. */
  publish(message: OutgoingMessage, signal: AbortSignal | undefined): Promise<void> {
    checkCarriable(message);
    if (this.#waiting.size >= mostWaiting) {
      throw new OperationError('resource-exhausted', `${mostWaiting} messages wait for Pulsar already`);
    }
    const now = this.#broker.clock.now();
    this.usedAt = now;
    return new Promise((resolve, reject) => {
      const cancel = () => sending.end(new OperationError('cancelled', 'Cancelled before the message was stored'));
      const sending: Sending = {
        message: outgoing(message, now),
        startedAt: now,
        end: (error) => {
          if (!this.#waiting.delete(sending) && !this.#inFlight.delete(sending)) return;
          signal?.removeEventListener('abort', cancel);
          if (error) reject(error);
          else resolve();
          this.#send();
          this.#ended();
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.add(sending);
      this.#send();
      if (!this.#watching) void this.#watch();
    });
  }

  /** Sends what was given, waits for the receipts five seconds at most, and closes. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { clock } = this.#broker;
    if (this.busy) {
      const empty = new Promise<void>((resolve) => {
        this.#empty = resolve;
      });
      // A client that closes drops what was not flushed.
      const flushed = this.#opening?.then(() => this.#native?.flush());
      await endsWithin(Promise.all([flushed, empty]), longestDrainMs, clock);
    }
    await endsWithin(this.#opening ?? Promise.resolve(), longestDrainMs, clock);
    if (this.#native) await close(this.#broker, this.#native, this.#url);
    this.#endAll(new OperationError('unavailable', 'The bus is closed'));
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
      this.#endAll(error);
      throw error;
    }
  }

  #send(): void {
    const native = this.#native;
    if (!native) return;
    for (const sending of this.#waiting) {
      if (this.#inFlight.size >= mostInFlight) return;
      this.#waiting.delete(sending);
      this.#inFlight.add(sending);
      native.send(sending.message).then(
        () => sending.end(null),
        (cause: unknown) => sending.end(refusalOf(cause, `a message for ${this.#url}`)),
      );
    }
  }

  #endAll(error: OperationError): void {
    for (const sending of [...this.#inFlight, ...this.#waiting]) sending.end(error);
  }

  #ended(): void {
    if (!this.busy) this.#empty?.();
    this.#changed();
  }

  /** Gives up what has waited too long. The oldest come first. */
  async #watch(): Promise<void> {
    const { clock, timeoutMs } = this.#broker;
    this.#watching = true;
    while (this.busy) {
      await clock.sleep(lookEveryMs);
      const late = clock.now() - timeoutMs - graceMs;
      for (const { startedAt, end } of [...this.#inFlight, ...this.#waiting]) {
        if (startedAt > late) break;
        end(new OperationError('unavailable', `Pulsar did not take a message for ${this.#url} within ${timeoutMs} ms`));
      }
    }
    this.#watching = false;
  }
}
