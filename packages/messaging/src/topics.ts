/** A message on a plain topic. */
export interface TopicMessage {
  /** UTF-8 JSON, at most 5 MiB. */
  readonly payload: string;
  /** TrustGraph, whose topics these are, uses one: `id`, chosen by who asks and echoed by who answers. */
  readonly properties: Readonly<Record<string, string>>;
}

/** How a consumer stands among others. */
export interface ConsumeOptions {
  /** Consumers of one subscription share what comes; each subscription gets all of it. */
  readonly subscription: string;
  /** `exclusive` allows one consumer: a second is refused as `failed-precondition`. */
  readonly type: 'shared' | 'exclusive';
  /**
   * Called when the consumer was without its connection and is back: what was said meanwhile is lost, for these topics keep nothing. May be
   * called without a loss.
   */
  readonly reconnected?: () => void;
}

/** Takes a message. It has been acknowledged when this is called, and it never comes again; what is thrown is only logged. */
export type TakeMessage = (message: TopicMessage) => void;

/** Takes messages until it is disposed, which removes the subscription too, as TrustGraph's own do. */
export interface TopicConsumer extends AsyncDisposable {
  /** False while its connection is lost; it comes back by itself. */
  readonly isConnected: boolean;
}

/** Sends to one topic, in order. */
export interface TopicProducer extends AsyncDisposable {
  /** Resolves when the broker has it, which on a topic that is not persistent promises nothing more. Rejects, `unavailable`, while there is no connection. */
  send(message: TopicMessage): Promise<void>;
}

/**
 * Topics as another system has them on its broker: what TrustGraph's protocol needs. It is not the `Bus` of the fleet: topics are whatever Pulsar URL
 * configuration names, nothing is delivered twice, and there are no channels, keys, schemas or dead letters. An adapter for Pulsar
 * - starts at the latest message, acknowledges at once and asks for 1,000 messages ahead: on topics that are not persistent a broker drops what a
 *   consumer has no room for;
 * - reads batch frames (TrustGraph 2.8 sends all in them, `id` in the single message's metadata) and plain ones; may write either;
 * - registers no schema (bytes), sends no key;
 * - knows the listener's name and the token that TrustGraph's command line gives;
 * - calls `reconnected` after each loss of a consumer's connection, and passes `describeTopics` of `@agent-mem/messaging/contract-suite`.
 */
export interface Topics extends AsyncDisposable {
  /** Resolves when the subscription exists: what is sent from then on reaches it. `topic` is a Pulsar URL, as in `non-persistent://tg/request/agent:default:default`. */
  consume(topic: string, options: ConsumeOptions, take: TakeMessage): Promise<TopicConsumer>;
  /** Resolves when it can send. */
  produce(topic: string): Promise<TopicProducer>;
}
