import { OperationError } from '@agent-mem/contract';
import type { TopicMessage, TopicProducer } from '@agent-mem/messaging';
import { WebSocket } from 'ws';
import type { Left } from '../topics.ts';
import { type ConnectionOptions, ReconnectingConnection } from './connection/reconnecting-connection.ts';
import { endpoint, pathOfUrl } from './endpoint.ts';
import { parseReceipt, publishFrame } from './frame.ts';

/** Sends to a plain topic over one connection, each message once: what is under way when it is lost is not sent again. */
export class PlainProducer implements TopicProducer {
  readonly #connection: ReconnectingConnection;
  readonly #connectionOptions: ConnectionOptions;
  readonly #url: string;
  readonly #inFlight = new Map<string, PromiseWithResolvers<void>>();
  readonly #left: Left;
  #sequence = 0;

  constructor(url: string, connectionOptions: ConnectionOptions, left: Left) {
    const path = pathOfUrl(url);
    this.#url = url;
    this.#connectionOptions = connectionOptions;
    this.#left = left;
    this.#connection = new ReconnectingConnection(
      endpoint(connectionOptions.broker.url, 'producer', path, { sendTimeoutMillis: connectionOptions.firstTimeoutMs }),
      `the producer of ${path}`,
      {
        message: (text) => this.#receive(text),
        lost: () => this.#lose(),
        idle: () => this.#idle(),
      },
      connectionOptions,
    );
  }

  /** Resolves when it can send. */
  open(): Promise<void> {
    return this.#connection.open();
  }

  async send({ payload, properties }: TopicMessage): Promise<void> {
    const { socket } = this.#connection;
    if (socket?.readyState !== WebSocket.OPEN)
      throw new OperationError('unavailable', `No connection to Pulsar for ${this.#url}`);
    this.#sequence += 1;
    const context = String(this.#sequence);
    const frame = publishFrame({ payload, properties }, context, this.#connectionOptions.broker.clock.now());
    const taken = Promise.withResolvers<void>();
    this.#inFlight.set(context, taken);
    socket.send(frame);
    await taken.promise;
  }

  /** Waits for what is under way, as long as the connection lasts. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#idle();
    await this.#connection[Symbol.asyncDispose]();
    this.#left(this);
  }

  #receive(text: string): void {
    const { context, failure } = parseReceipt(text);
    const taken = this.#inFlight.get(context);
    if (!this.#inFlight.delete(context)) return;
    if (failure === null) taken?.resolve();
    else taken?.reject(new OperationError('unavailable', `Pulsar did not take a message for ${this.#url}: ${failure}`));
  }

  #lose(): void {
    const error = new OperationError(
      'unavailable',
      `Lost the connection to Pulsar for ${this.#url}: a message may not have gone out`,
    );
    for (const taken of this.#inFlight.values()) taken.reject(error);
    this.#inFlight.clear();
  }

  async #idle(): Promise<void> {
    await Promise.allSettled([...this.#inFlight.values()].map(({ promise }) => promise));
  }
}
