import type { TakeMessage, TopicConsumer } from '@agent-mem/messaging';
import { WebSocket } from 'ws';
import type { Consuming, Left } from '../topics.ts';
import { type ConnectionOptions, ReconnectingConnection } from './connection/reconnecting-connection.ts';
import { endpoint, pathOfUrl, subscriptionTypes } from './endpoint.ts';
import { acknowledgement, parseMessage } from './frame.ts';

/** What a broker sends ahead; on a topic that is not persistent it drops what is beyond. */
const messagesAhead = 1_000;

/** One consumer of a plain topic. What comes is acknowledged at once and handed on. */
export class PlainConsumer implements TopicConsumer {
  readonly #connection: ReconnectingConnection;
  readonly #connectionOptions: ConnectionOptions;
  readonly #url: string;
  readonly #take: TakeMessage;
  readonly #left: Left;
  #isLeaving = false;

  constructor({ url, options, take, left }: Consuming, connectionOptions: ConnectionOptions) {
    const path = `${pathOfUrl(url)}/${encodeURIComponent(options.subscription)}`;
    this.#url = url;
    this.#take = take;
    this.#connectionOptions = connectionOptions;
    this.#left = left;
    let wasOpen = false;
    this.#connection = new ReconnectingConnection(
      endpoint(connectionOptions.broker.url, 'consumer', path, {
        subscriptionType: subscriptionTypes[options.type],
        receiverQueueSize: messagesAhead,
        // Nobody else has its name, so it ends with its consumer, on a persistent topic too.
        ...(options.type === 'exclusive' ? { subscriptionMode: 'NonDurable' } : {}),
      }),
      `the consumer of ${path}`,
      {
        // Also after one that was opened anew for a fresh token: between the two nothing was heard.
        opened: () => {
          if (wasOpen) options.reconnected?.();
          wasOpen = true;
        },
        message: (text, socket) => this.#arrive(text, socket),
      },
      connectionOptions,
    );
  }

  /** Resolves when the subscription exists. */
  open(): Promise<void> {
    return this.#connection.open();
  }

  get isConnected(): boolean {
    return this.#connection.socket?.readyState === WebSocket.OPEN;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isLeaving = true;
    await this.#connection[Symbol.asyncDispose]();
    this.#left(this);
  }

  #arrive(text: string, socket: WebSocket): void {
    const message = parseMessage(text);
    if (!message || this.#isLeaving) return;
    socket.send(acknowledgement(message.id));
    try {
      this.#take({ payload: message.payload, properties: message.properties });
    } catch (error) {
      this.#connectionOptions.log.warn({ topic: this.#url, err: error }, 'The consumer of a topic failed');
    }
  }
}
