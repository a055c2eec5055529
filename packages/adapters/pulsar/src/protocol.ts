import type { Clock, Topic } from '@agent-mem/contract';
import type { OutgoingMessage, Subscription } from '@agent-mem/messaging';
import type { HeldMessagesEnvironment, Membership, PooledProducer } from '@agent-mem/messaging/internal';
import type { Browser } from './browse.ts';
import type { Log } from './log.ts';

/** A consumer of a subscription. */
export interface BusMember extends Subscription {
  readonly topic: Topic;
  readonly name: string;
  readonly isConnected: boolean;
  /** It has been disposed, and nothing of it runs any more. */
  readonly hasLeft: boolean;
  /** Messages of it are being handled. */
  readonly busy: boolean;
  /** Resolves when the subscription exists. */
  open(): Promise<void>;
}

/** Publishes to one topic. */
export interface BusProducer extends PooledProducer {
  /** Resolves when the broker has the message. */
  publish(message: OutgoingMessage, signal: AbortSignal | undefined): Promise<void>;
}

/** One of the protocols that a broker speaks, as the bus uses it. */
export interface Protocol<Member extends BusMember> {
  readonly tenant: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly browser: Browser;
  /** `changed`: called when something given to the producer has ended. */
  producer(topic: Topic, changed: () => void): BusProducer;
  member(membership: Membership, environment: HeldMessagesEnvironment): Member;
  /**
   * A consumer that takes nothing makes the subscription, and the topic. The admin REST would, too, but it then moves it to the newest message:
   * of two processes that make it at once, the later one would have it lose what was published between.
   */
  makeSubscription(topic: Topic, name: string): Promise<void>;
  /** Gives the payloads of a topic, oldest first, until `isLast` says that it has seen enough. */
  readAll(topic: Topic, isLast: (payload: string) => boolean): Promise<void>;
  /** Until the signal aborts, reports the loss and the return of the members' connection. Absent: each connection reports its own. */
  watch?(members: ReadonlySet<Member>, signal: AbortSignal): void;
  /** Closes what members and producers share. */
  close(): Promise<void>;
}
