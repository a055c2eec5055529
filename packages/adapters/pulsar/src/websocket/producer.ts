import { OperationError, type Topic } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import type { PooledProducer } from '@agent-mem/messaging/internal';
import { WebSocket } from 'ws';
import { type ConnectionOptions, ReconnectingConnection } from './connection/reconnecting-connection.ts';
import { endpoint, topicPath } from './endpoint.ts';
import { parseReceipt, publishFrame } from './frame.ts';

interface Sending {
  readonly context: string;
  readonly frame: string;
  readonly startedAt: number;
  /** Ends it, once; later calls change nothing. */
  readonly end: (error: OperationError | null) => void;
}

/** Most messages of one producer whose receipt has not come; the broker's own queue holds 1000. */
const mostInFlight = 500;
const mostWaiting = 10_000;
const lookEveryMs = 1_000;
const longestDrainMs = 5_000;

/** Publishes to one topic over one connection. Receipts find their message by `context`, never by their order. */
export class Producer implements PooledProducer {
  readonly #connection: ReconnectingConnection;
  readonly #connectionOptions: ConnectionOptions;
  readonly #timeoutMs: number;
  readonly #changed: () => void;
  readonly #inFlight = new Map<string, Sending>();
  #waiting: Sending[] = [];
  #sequence = 0;
  #watching = false;
  #refused: OperationError | null = null;
  #renewing: (() => void) | null = null;
  #empty: (() => void) | null = null;
  /** Milliseconds since 1970 of the last publish. */
  usedAt: number;

  constructor(topic: Topic, tenant: string, connectionOptions: ConnectionOptions, timeoutMs: number, changed: () => void) {
    const path = topicPath(tenant, topic);
    this.#connectionOptions = connectionOptions;
    this.#timeoutMs = timeoutMs;
    this.#changed = changed;
    this.usedAt = connectionOptions.broker.clock.now();
    this.#connection = new ReconnectingConnection(
      endpoint(connectionOptions.broker.url, 'producer', path, { sendTimeoutMillis: timeoutMs }),
      `the producer of ${path}`,
      {
        opened: () => {
          this.#renewing = null;
          this.#send();
        },
        message: (text) => this.#receive(text),
        lost: () => this.#putBack(),
        idle: () => this.#idle(),
      },
      connectionOptions,
    );
  }

  /** Rejects with what the broker refuses the producer for. Messages given before are refused too. */
  async open(): Promise<void> {
    try {
      await this.#connection.open();
    } catch (error) {
      this.#refused = OperationError.from(error);
      for (const sending of this.#waiting.splice(0)) sending.end(this.#refused);
      this.#changed();
      throw error;
    }
  }

  get busy(): boolean {
    return this.#inFlight.size + this.#waiting.length > 0;
  }

  /**
   * Resolves when the broker has the message. A connection that is cut leaves the outcome unknown: then it goes out again, and may be there twice.
   * Rejects with `unavailable` when the time for it is over; it may be there nevertheless.
   */
  publish(message: OutgoingMessage, signal: AbortSignal | undefined): Promise<void> {
    this.#sequence += 1;
    const context = String(this.#sequence);
    const now = this.#connectionOptions.broker.clock.now();
    const frame = publishFrame(message, context, now);
    if (this.#refused) return Promise.reject(this.#refused);
    if (this.#waiting.length >= mostWaiting) {
      return Promise.reject(new OperationError('resource-exhausted', `${mostWaiting} messages wait for Pulsar already`));
    }
    this.usedAt = now;
    return new Promise((resolve, reject) => {
      const cancel =
        signal && (() => this.#fail(context, new OperationError('cancelled', 'Cancelled before the message was stored')));
      if (cancel) signal.addEventListener('abort', cancel, { once: true });
      const end = (error: OperationError | null) => {
        if (cancel) signal.removeEventListener('abort', cancel);
        if (error) reject(error);
        else resolve();
      };
      this.#waiting.push({ context, frame, startedAt: now, end });
      this.#send();
      if (!this.#watching) void this.#watch();
    });
  }

  /** Waits for the receipts of what was sent, five seconds at most: what has none then is rejected. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { clock } = this.#connectionOptions.broker;
    const over = new AbortController();
    if (this.busy) {
      const empty = new Promise<void>((resolve) => {
        this.#empty = resolve;
      });
      await Promise.race([empty, clock.sleep(longestDrainMs, over.signal).catch(() => {})]);
      over.abort();
    }
    for (const { context } of [...this.#inFlight.values(), ...this.#waiting]) {
      this.#fail(context, new OperationError('unavailable', 'The bus was closed before Pulsar took the message'));
    }
    await this.#connection[Symbol.asyncDispose]();
  }

  #send(): void {
    const { socket } = this.#connection;
    if (!socket || socket.readyState !== WebSocket.OPEN || this.#renewing) return;
    while (this.#inFlight.size < mostInFlight) {
      const sending = this.#waiting.shift();
      if (!sending) return;
      this.#inFlight.set(sending.context, sending);
      socket.send(sending.frame);
    }
  }

  #receive(text: string): void {
    const { context, failure } = parseReceipt(text);
    const sending = this.#inFlight.get(context);
    if (!sending) return;
    this.#inFlight.delete(context);
    sending.end(failure === null ? null : new OperationError('unavailable', `Pulsar did not take the message: ${failure}`));
    this.#send();
    this.#ended();
  }

  /** The outcome of what was in flight is unknown: it goes out again, before the others. */
  #putBack(): void {
    this.#waiting.unshift(...this.#inFlight.values());
    this.#inFlight.clear();
    this.#renewing?.();
  }

  #fail(context: string, error: OperationError): void {
    const sending = this.#inFlight.get(context) ?? this.#waiting.find((waiting) => waiting.context === context);
    if (!sending) return;
    this.#inFlight.delete(context);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== sending);
    sending.end(error);
    this.#ended();
  }

  #ended(): void {
    if (this.#inFlight.size === 0) this.#renewing?.();
    if (!this.busy) this.#empty?.();
    this.#changed();
  }

  /** Nothing more is sent until the connection is a new one; resolves when every receipt has come. */
  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#renewing = resolve;
      if (this.#inFlight.size === 0) resolve();
    });
  }

  /** Gives up what has waited too long. The oldest come first. */
  async #watch(): Promise<void> {
    const { clock } = this.#connectionOptions.broker;
    this.#watching = true;
    while (this.busy) {
      await clock.sleep(Math.min(lookEveryMs, this.#timeoutMs));
      const late = clock.now() - this.#timeoutMs;
      for (const { context, startedAt } of [...this.#inFlight.values(), ...this.#waiting]) {
        if (startedAt > late) break;
        const why = this.#connection.trouble ? `: ${this.#connection.trouble.message}` : '';
        this.#fail(
          context,
          new OperationError('unavailable', `Pulsar did not take the message within ${this.#timeoutMs} ms${why}`),
        );
      }
    }
    this.#watching = false;
  }
}
