import { deadLetterSubscription, OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import type { Backlog } from '../bus.ts';
import type { SubscriptionQueue } from './subscription-queue.ts';

/** The subscriptions of a bus, by topic and name. */
export class SubscriptionTable<Content> {
  readonly #topics = new Map<string, Map<string, SubscriptionQueue<Content>>>();

  get(topic: Topic, name: string): SubscriptionQueue<Content> | undefined {
    return this.#topics.get(topicUrl(topic))?.get(name);
  }

  add(queue: SubscriptionQueue<Content>): void {
    const url = topicUrl(queue.topic);
    const subscriptions = this.#topics.get(url) ?? new Map<string, SubscriptionQueue<Content>>();
    this.#topics.set(url, subscriptions.set(queue.name, queue));
  }

  /** Takes a subscription out and answers it; `undefined`: there is none. Throws `failed-precondition` where it has members. */
  remove(topic: Topic, name: string): SubscriptionQueue<Content> | undefined {
    const queue = this.get(topic, name);
    if (queue?.hasMembers) {
      throw new OperationError('failed-precondition', `Subscription ${name} of ${topic.lane}/${topic.name} has members`);
    }
    this.#topics.get(topicUrl(topic))?.delete(name);
    return queue;
  }

  /** Those that see what is published to a topic. */
  of(topic: Topic): SubscriptionQueue<Content>[] {
    return [...(this.#topics.get(topicUrl(topic))?.values() ?? [])];
  }

  /** Every one. */
  all(): SubscriptionQueue<Content>[] {
    return [...this.#topics.values()].flatMap((subscriptions) => [...subscriptions.values()]);
  }

  /** What waits in each, dead letters aside. */
  backlogs(): readonly Backlog[] {
    const queues = this.all().filter(({ topic, name }) => topic.persistent && name !== deadLetterSubscription);
    return queues.map(({ backlog }) => backlog);
  }

  /** A handler runs, or a message waits that has a member to come to. */
  get busy(): boolean {
    for (const subscriptions of this.#topics.values()) {
      for (const queue of subscriptions.values()) if (queue.busy) return true;
    }
    return false;
  }

  /** Every member leaves, its deliveries finished. */
  async dispose(): Promise<void> {
    await Promise.all(this.all().map((queue) => queue.dispose()));
  }
}
