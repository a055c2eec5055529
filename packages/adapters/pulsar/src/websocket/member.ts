import { BoundedMap, type Topic } from '@agent-mem/contract';
import type { Subscription } from '@agent-mem/messaging';
import { HeldMessages, type HeldMessagesEnvironment, type Membership } from '@agent-mem/messaging/internal';
import { WebSocket } from 'ws';
import { ReconnectingConnection, type TenantConnectionOptions } from './connection/reconnecting-connection.ts';
import { endpoint, subscriptionTypes, topicPath } from './endpoint.ts';
import { acknowledgement, negativeAcknowledgement, parseMessage } from './frame.ts';

/** A message as the broker knows it: by its own id, on the connection it came by. */
interface Origin {
  readonly brokerId: string;
  readonly socket: WebSocket;
}

/** How long the broker keeps a message that was given back. */
const givenBackMs = 1_000;
const mostRemembered = 10_000;

/** One consumer. The broker gives it at most a window of unacknowledged messages; each is acknowledged once, on the connection it came by last. */
export class Member implements Subscription {
  readonly topic: Topic;
  readonly name: string;
  readonly #held: HeldMessages<Origin>;
  readonly #connection: ReconnectingConnection;
  readonly #changed: () => void;
  /** Done with while there was no connection to say so. */
  readonly #finished = new BoundedMap<string, true>(mostRemembered);
  #leaving: Promise<void> | null = null;
  #hasLeft = false;

  constructor(membership: Membership, connectionOptions: TenantConnectionOptions, environment: HeldMessagesEnvironment) {
    const { topic, options } = membership;
    this.topic = topic;
    this.name = options.name;
    this.#changed = environment.changed;
    const end = {
      acknowledge: (origin: Origin) => this.#acknowledge(origin),
      giveBack: ({ brokerId, socket }: Origin) => {
        if (isOpen(socket)) socket.send(negativeAcknowledgement(brokerId));
      },
      holds: ({ socket }: Origin) => isOpen(socket),
    };
    this.#held = new HeldMessages(membership, end, environment);
    const path = `${topicPath(connectionOptions.tenant, topic)}/${encodeURIComponent(options.name)}`;
    const parameters = {
      subscriptionType: subscriptionTypes[options.type],
      receiverQueueSize: this.#held.window,
      negativeAckRedeliveryDelay: givenBackMs,
    };
    this.#connection = new ReconnectingConnection(
      endpoint(connectionOptions.broker.url, 'consumer', path, parameters),
      `the consumer of ${path}`,
      {
        message: (text, socket) => this.#arrive(text, socket),
        lost: () => this.#held.lost(),
      },
      connectionOptions,
    );
  }

  /** Resolves when the subscription exists. */
  open(): Promise<void> {
    return this.#connection.open();
  }

  get isConnected(): boolean {
    return isOpen(this.#connection.socket);
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  get busy(): boolean {
    return !this.#hasLeft && this.#held.size > 0;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    await this.#held[Symbol.asyncDispose]();
    await this.#connection[Symbol.asyncDispose]();
    this.#hasLeft = true;
    this.#changed();
  }

  #arrive(text: string, socket: WebSocket): void {
    const message = parseMessage(text);
    if (!message) return;
    if (this.#finished.delete(message.id)) socket.send(acknowledgement(message.id));
    else this.#held.arrive(message, { brokerId: message.id, socket });
  }

  #acknowledge({ brokerId, socket }: Origin): void {
    if (isOpen(socket)) {
      socket.send(acknowledgement(brokerId));
    } else if (this.topic.persistent) {
      this.#finished.set(brokerId, true);
    }
  }
}

function isOpen(socket: WebSocket | null): socket is WebSocket {
  return socket?.readyState === WebSocket.OPEN;
}
