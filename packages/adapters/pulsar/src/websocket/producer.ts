import { OperationError, type Topic } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import type { PooledProducer } from '@agent-mem/messaging/internal';
import { endsWithin } from '@agent-mem/runtime';
import { WebSocket } from 'ws';
import { Sendings } from '../sendings.ts';
import { ReconnectingConnection, reconnect, type TenantConnectionOptions } from './connection/reconnecting-connection.ts';
import { endpoint, topicPath } from './endpoint.ts';
import { parseReceipt, publishFrame } from './frame.ts';

const longestDrainMs = 5_000;

/** Publishes to one topic over one connection. Receipts find their message by the frame's `context`, never by their order. */
export class Producer implements PooledProducer {
  readonly #connection: ReconnectingConnection;
  readonly #connectionOptions: TenantConnectionOptions;
  readonly #sendings: Sendings<string>;
  #refused: OperationError | null = null;
  #renewing: (() => void) | null = null;
  /** Milliseconds since 1970 of the last publish. */
  usedAt: number;

  constructor(topic: Topic, connectionOptions: TenantConnectionOptions, changed: () => void) {
    const { broker, brokerReturn, firstTimeoutMs: timeoutMs, tenant } = connectionOptions;
    const path = topicPath(tenant, topic);
    const { clock, url } = broker;
    this.#connectionOptions = connectionOptions;
    this.usedAt = clock.now();
    this.#sendings = new Sendings({
      clock,
      // A broker that has been away for so long is tried once more.
      giveUpMs: () => (brokerReturn.awayMs(clock.now()) < timeoutMs ? timeoutMs : Math.min(timeoutMs, reconnect.maxMs)),
      late: () => this.#late(),
      send: () => this.#send(),
      ended: () => {
        if (!this.#sendings.isInFlight) this.#renewing?.();
        changed();
      },
    });
    this.#connection = new ReconnectingConnection(
      endpoint(url, 'producer', path, { sendTimeoutMillis: timeoutMs }),
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
      this.#sendings.endAll(this.#refused);
      throw error;
    }
  }

  get busy(): boolean {
    return this.#sendings.busy;
  }

  /**
   * Resolves when the broker has the message. A connection that is cut leaves the outcome unknown: then it goes out again, and may be there twice.
   * Rejects with `unavailable` when the time for it is over; it may be there nevertheless.
   */
  async publish(message: OutgoingMessage, signal: AbortSignal | undefined): Promise<void> {
    if (this.#refused) throw this.#refused;
    this.usedAt = this.#connectionOptions.broker.clock.now();
    await this.#sendings.add((context, now) => publishFrame(message, context, now), signal);
  }

  /** Waits for the receipts of what was sent, five seconds at most: what has none then is rejected. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { clock } = this.#connectionOptions.broker;
    await endsWithin(this.#sendings.empty(), longestDrainMs, clock);
    this.#sendings.endAll(new OperationError('unavailable', 'The bus was closed before Pulsar took the message'));
    await this.#connection[Symbol.asyncDispose]();
  }

  #send(): void {
    const { socket } = this.#connection;
    if (!socket || socket.readyState !== WebSocket.OPEN || this.#renewing) return;
    for (const { message } of this.#sendings.taken()) socket.send(message);
  }

  #receive(text: string): void {
    const { context, failure } = parseReceipt(text);
    const error = failure === null ? null : new OperationError('unavailable', `Pulsar did not take the message: ${failure}`);
    this.#sendings.inFlight(context)?.end(error);
  }

  /** The outcome of what was in flight is unknown: it goes out again, before the others. */
  #putBack(): void {
    this.#sendings.putBack();
    this.#renewing?.();
  }

  #late(): OperationError {
    const why = this.#connection.trouble ? `: ${this.#connection.trouble.message}` : '';
    return new OperationError('unavailable', `Pulsar did not take the message in time${why}`);
  }

  /** Nothing more is sent until the connection is a new one; resolves when every receipt has come. */
  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#renewing = resolve;
      if (!this.#sendings.isInFlight) resolve();
    });
  }
}
