import type { Topic } from '@agent-mem/contract';

/** A message on its way out. */
export interface OutgoingMessage {
  /** UTF-8 text, at most 700 KB. */
  readonly payload: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** Messages with the same key keep their order, as long as none of them fails. */
  readonly key?: string;
  /** Not delivered before so many milliseconds have passed. Persistent topics only. */
  readonly deliverAfterMs?: number;
}

/** A message as a subscription gets it. */
export interface Delivery {
  /** The broker's id of the message: the same at every redelivery. */
  readonly id: string;
  readonly topic: Topic;
  readonly payload: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly key: string | null;
  /** Counts the deliveries to this subscription, from 1. May start again after a crash. */
  readonly attempt: number;
  /** Milliseconds since 1970 when it was published. */
  readonly publishedAt: number;
  /** Aborted when the subscription is disposed and its drain time is over. */
  readonly signal: AbortSignal;
}

/** Takes one message. Resolving acknowledges it; throwing has it delivered again later, or sends it to the dead letters. */
export type Handle = (delivery: Delivery) => Promise<void>;

/** Deliveries of a message before it becomes a dead letter, where a subscription names no other number. */
export const defaultMaxAttempts = 5;

/** How a member takes the messages of its subscription. */
export interface SubscriptionOptions {
  /** Members of one subscription share its messages; every subscription sees all of them. It outlives its members on persistent topics. */
  readonly name: string;
  /** `key-shared` keeps the order within a key; `exclusive` allows one member. */
  readonly type: 'shared' | 'key-shared' | 'exclusive';
  /** Most messages handled at once. Default 16. */
  readonly concurrency?: number;
  /** After so many failed deliveries the message goes to `deadLetterTopic`. Default 5. Persistent topics only. */
  readonly maxAttempts?: number;
  /** Wait before a redelivery: `minMs · 2^(attempt − 1)`, at most `maxMs`, half of it random. Default 100 and 30,000. */
  readonly backoff?: { readonly minMs: number; readonly maxMs: number };
  /** How long dispose waits for running handlers before it aborts their signal, in milliseconds. Default 10,000. */
  readonly drainMs?: number;
}

/** A message that waits in a subscription, as its publisher gave it. */
export type WaitingMessage = Pick<Delivery, 'id' | 'payload' | 'properties' | 'key' | 'publishedAt'>;

/** What waits in a subscription. */
export interface Backlog {
  readonly topic: Topic;
  readonly subscription: string;
  /** With those that wait for a later time, and without those that handlers have. */
  readonly messages: number;
  /** Since the one fell due that waits longest; 0 where none is due. */
  readonly seconds: number;
}

/** A member of a subscription. Disposing stops new deliveries, waits for the running ones, and leaves the rest to others. */
export interface Subscription extends AsyncDisposable {
  readonly topic: Topic;
  readonly name: string;
  /** False while its connection to the broker is lost; it is opened again by itself. On a bus without connections always true. */
  readonly isConnected: boolean;
}

/** What an adapter cannot do is declared here; the contract suite then checks that it refuses properly. */
export interface BusCapabilities {
  /** Messages on persistent topics survive the process. */
  readonly durable: boolean;
}

/** What a bus can do that keeps what waits itself. */
export interface BusErasure {
  /**
   * Takes what is meant out of every subscription for good, dead letters and messages that wait for their time included. What a handler has
   * is gone when it ends, and does not come again if it fails. Resolves, when what waits is gone, with how many deliveries there were.
   */
  purge(isMeant: (message: WaitingMessage) => boolean): Promise<number>;
  /**
   * Removes a subscription that has no members, with what waits in it: nothing is stored for it from then on. Resolves when that is stored, also where there is
   * none. Rejects with `failed-precondition` where it has members.
   */
  forget(topic: Topic, name: string): Promise<void>;
  /** Leaves nothing of what is gone in the files of this process. */
  scrub(): Promise<void>;
}

/**
 * Publish and subscribe; all else is built above. Delivery on persistent topics is at least once, in order of publishing within a key.
 * On other topics a message reaches the members subscribed at that moment, or nobody.
 */
export interface Bus extends AsyncDisposable {
  readonly capabilities: BusCapabilities;
  /** Absent where a broker keeps what waits: it goes with the broker's retention. */
  readonly erasure?: BusErasure;
  /** What waits in each subscription of persistent topics, dead letters aside. Absent where a broker keeps what waits, and counts it itself. */
  readonly backlogs?: () => readonly Backlog[];
  /** Resolves when the message is stored (persistent topics) or handed over (others). */
  publish(topic: Topic, message: OutgoingMessage, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Resolves when the subscription exists: what is published from then on reaches it. */
  subscribe(topic: Topic, options: SubscriptionOptions, handle: Handle): Promise<Subscription>;
  /** Makes a subscription without a member, so that what is published before its first member comes is stored. Persistent topics only. */
  ensureSubscription(topic: Topic, name: string): Promise<void>;
  /**
   * The oldest messages that wait in a subscription, at most `limit`, left where they are: no attempt is counted. None where there is no such subscription.
   * For subscriptions without members: what a member has under way is not among them. Persistent topics only, else `invalid-argument`.
   */
  peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]>;
  /**
   * Acknowledges messages that wait in a subscription, by the ids `peek` gave, unhandled; other subscriptions keep them.
   * Resolves, when that is stored, with how many there were; ids that do not wait are passed over. Persistent topics only, else `invalid-argument`.
   */
  drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number>;
  /** Resolves when nothing waits and nothing is being handled on this bus. Messages that wait for a redelivery count. For tests. */
  settled(): Promise<void>;
  /** Rejects when the bus cannot take messages now. */
  check(signal?: AbortSignal): Promise<void>;
}

/** Throw it to send the message to the dead letters at once, with this reason. */
export class DeadLetter extends Error {
  override readonly name = 'DeadLetter';
}

/** Throw it to have the message delivered again, a little later, without an attempt being counted: what its handler needs is away, and the message is not to blame. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}
