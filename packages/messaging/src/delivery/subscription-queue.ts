import { type Clock, OperationError, type Topic } from '@agent-mem/contract';
import { backoffMs } from '../backoff.ts';
import { type Backlog, DeadLetter, type Handle, NotYet, type Subscription, type SubscriptionOptions } from '../bus.ts';
import type { DeliveryStore, StoredMessage } from './delivery-store.ts';
import { Member } from './member.ts';
import { PendingQueue, type Waiting } from './pending-queue.ts';
import { WakeUp } from './wake-up.ts';

/** What the queues of one bus share. */
export interface QueueEnvironment {
  readonly clock: Clock;
  readonly random: () => number;
  /** Something ended: a caller that waits for idleness looks again. */
  readonly changed: () => void;
}

/** Wait before messages that could not be taken (the store failed) are tried again. */
const takeRetryMs = 1_000;

/** The longest wait of a message that was put off: what was away is soon found to be back. */
const longestPutOffMs = 5_000;

/** One subscription of one topic: what waits, who works, and what becomes of each delivery. */
export class SubscriptionQueue<Content> {
  readonly topic: Topic;
  readonly name: string;
  readonly #deliveryStore: DeliveryStore<Content>;
  readonly #environment: QueueEnvironment;
  readonly #pending = new PendingQueue<Content>();
  readonly #wakeUp: WakeUp;
  #type: SubscriptionOptions['type'] | null = null;
  #members: Member[] = [];
  /** Deliveries under way, or about to be. */
  readonly #underWay = new Set<Waiting<Content>>();
  #suspectInHand = false;
  #dealing = false;

  constructor(topic: Topic, name: string, deliveryStore: DeliveryStore<Content>, environment: QueueEnvironment) {
    this.topic = topic;
    this.name = name;
    this.#deliveryStore = deliveryStore;
    this.#environment = environment;
    this.#wakeUp = new WakeUp(environment.clock, () => this.#deal());
  }

  get hasMembers(): boolean {
    return this.#members.length > 0;
  }

  /** Something is under way, or waits and has a member to come to. */
  get busy(): boolean {
    return this.#underWay.size > 0 || (this.hasMembers && this.#pending.size > 0);
  }

  /** How much waits. */
  get backlog(): Backlog {
    const now = this.#environment.clock.now();
    const dueAt = Math.min(this.#pending.earliestTime ?? now, now);
    return { topic: this.topic, subscription: this.name, messages: this.#pending.size, seconds: (now - dueAt) / 1_000 };
  }

  /** What waits, oldest first. */
  waiting(): Waiting<Content>[] {
    return this.#pending.waiting();
  }

  /** What a handler has, or is about to get. */
  underWay(): Waiting<Content>[] {
    return [...this.#underWay];
  }

  /** Takes messages that wait out of the subscription, by their sequence; answers those that did wait. */
  remove(sequences: ReadonlySet<number>): Waiting<Content>[] {
    const removed = this.#pending.remove(sequences);
    this.#environment.changed();
    return removed;
  }

  /** A message for this subscription. It is delivered later, never from inside this call. */
  offer(item: Waiting<Content>): void {
    if (!this.topic.persistent && !this.hasMembers) return;
    this.#pending.add(item, this.#environment.clock.now());
    this.#deal();
  }

  /** Adds a member. Throws `failed-precondition` when the members there do not allow it. */
  join(options: SubscriptionOptions, handle: Handle): Subscription {
    if (this.hasMembers && (this.#type !== options.type || options.type === 'exclusive')) {
      throw new OperationError(
        'failed-precondition',
        `Subscription ${this.name} of ${this.topic.lane}/${this.topic.name} is ${this.#type}: no ${options.type} member can join it`,
      );
    }
    if (this.#underWay.size === 0) this.#pending.setOrdered(options.type !== 'shared');
    this.#type = options.type;
    const member = new Member(options, handle);
    this.#members.push(member);
    this.#deal();
    let leaving: Promise<void> | undefined;
    return {
      topic: this.topic,
      name: this.name,
      isConnected: true,
      [Symbol.asyncDispose]: () => {
        leaving ??= this.#leave(member);
        return leaving;
      },
    };
  }

  /** Everybody leaves. */
  async dispose(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#leave(member)));
    this.#wakeUp.cancel();
  }

  async #leave(member: Member): Promise<void> {
    this.#members = this.#members.filter((other) => other !== member);
    if (!this.hasMembers) {
      this.#wakeUp.cancel();
      if (!this.topic.persistent) this.#pending.clear();
    }
    await member.drain(this.#environment.clock);
    this.#environment.changed();
  }

  /** Hands out what can be handed out, after the present callbacks: what comes in one turn is taken together. */
  #deal(): void {
    if (this.#dealing) return;
    this.#dealing = true;
    queueMicrotask(() => {
      this.#dealing = false;
      this.#handOut();
    });
  }

  #handOut(): void {
    const now = this.#environment.clock.now();
    const dealt: { item: Waiting<Content>; member: Member }[] = [];
    for (let member = this.#freest(); member && !this.#suspectInHand; member = this.#freest()) {
      const item = this.#pending.take(now);
      if (!item) break;
      if (item.suspect && this.#underWay.size > 0) {
        this.#pending.release(item);
        this.#pending.add(item, now);
        break;
      }
      this.#suspectInHand = item.suspect === true;
      member.reserve();
      this.#underWay.add(item);
      dealt.push({ item, member });
    }
    const next = this.#pending.nextTime;
    if (next !== null && this.hasMembers) this.#wakeUp.at(next);
    if (dealt.length === 0) return;
    const start = (messages: readonly StoredMessage[]) => {
      for (const [index, { item, member }] of dealt.entries()) this.#deliver(item, messages[index] as StoredMessage, member);
    };
    const putBack = () => {
      for (const { item, member } of dealt) {
        this.#free(item, member);
        item.visibleAt = this.#environment.clock.now() + takeRetryMs;
        if (item.erased) this.#deliveryStore.acknowledge(item);
        else this.offer(item);
        member.ended();
      }
      this.#environment.changed();
    };
    try {
      const messages = this.#deliveryStore.take(dealt.map(({ item }) => item));
      if (messages instanceof Promise) messages.then(start, putBack);
      else start(messages);
    } catch {
      putBack();
    }
  }

  /** The member with the fewest deliveries under way that can take one more. */
  #freest(): Member | undefined {
    let freest: Member | undefined;
    for (const member of this.#members) {
      if (member.reserved < member.options.concurrency && (!freest || member.reserved < freest.reserved)) freest = member;
    }
    return freest;
  }

  #free(item: Waiting<Content>, member: Member): void {
    member.free(item);
    this.#underWay.delete(item);
    if (item.suspect) this.#suspectInHand = false;
    this.#pending.release(item);
  }

  /** Runs the handler and settles the delivery, once: by its end, or by the end of the drain. */
  #deliver(item: Waiting<Content>, message: StoredMessage, member: Member): void {
    let open = true;
    const settle = (outcome: () => void) => {
      if (!open) return;
      open = false;
      this.#free(item, member);
      if (item.erased) this.#deliveryStore.acknowledge(item);
      else outcome();
      this.#deal();
      member.ended();
      this.#environment.changed();
    };
    member.begin(item, () => settle(() => this.#again(item, 0)));
    const { unreadable } = message;
    if (unreadable !== undefined) {
      settle(() => this.#deliveryStore.deadLetter(item, message, unreadable));
      return;
    }
    const { attempt } = item;
    // An attempt that was recorded ahead of a crash may never have begun: hence one more.
    if (this.topic.persistent && attempt > member.options.maxAttempts + 1) {
      settle(() =>
        this.#deliveryStore.deadLetter(item, message, `Delivered ${attempt - 1} times, and the process ended each time`),
      );
      return;
    }
    const delivery = {
      id: message.id,
      topic: this.topic,
      payload: message.payload,
      properties: message.properties,
      key: message.key,
      attempt,
      publishedAt: message.publishedAt,
      signal: member.signal,
    };
    const handled = async () => member.handle(delivery);
    handled().then(
      () => settle(() => this.#deliveryStore.acknowledge(item)),
      (error: unknown) => settle(() => this.#failed(item, message, member, error)),
    );
  }

  #failed(item: Waiting<Content>, message: StoredMessage, member: Member, error: unknown): void {
    const { maxAttempts, backoff } = member.options;
    if (!this.topic.persistent) {
      this.#deliveryStore.acknowledge(item);
    } else if (error instanceof NotYet) {
      item.putOff = (item.putOff ?? 0) + 1;
      const { minMs, maxMs } = backoff;
      const range = { minMs, maxMs: Math.min(maxMs, longestPutOffMs) };
      this.#again(item, backoffMs(item.putOff, range, this.#environment.random));
    } else if (!(error instanceof DeadLetter) && member.signal.aborted) {
      // A handler that was stopped from outside has not failed: another member may have it at once.
      this.#again(item, 0);
    } else if (error instanceof DeadLetter || item.attempt >= maxAttempts) {
      this.#deliveryStore.deadLetter(item, message, error instanceof Error ? error.message : String(error));
    } else {
      const waitMs = backoffMs(item.attempt, backoff, this.#environment.random);
      item.attempt += 1;
      item.putOff = 0;
      this.#again(item, waitMs);
    }
  }

  #again(item: Waiting<Content>, waitMs: number): void {
    if (!this.topic.persistent) return;
    item.visibleAt = this.#environment.clock.now() + waitMs;
    this.#deliveryStore.postpone(item);
    this.offer(item);
  }
}
