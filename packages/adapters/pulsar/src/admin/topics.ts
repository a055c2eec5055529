import { path, topicPath } from '../topic-path.ts';
import type { AdminRequest } from './admin-request.ts';
import { unless } from './refusal.ts';

export interface SubscriptionStats {
  /** Messages that are not acknowledged yet, those in a member's hands included. */
  readonly backlog: number;
  /** Messages in members' hands. */
  readonly unacknowledged: number;
  /** Messages whose time of delivery is still to come; they count in `backlog`. */
  readonly delayed: number;
  /** Members connected now. */
  readonly members: number;
  /** Messages that its topic has taken since the broker loaded it. */
  readonly published: number;
}

/** Topics by their URL, `persistent://agent-mem/command/facts`. */
export interface Topics {
  /** Leaves one that is there as it is. */
  create(topic: string): Promise<void>;
  /**
   * Makes the topic too where it is missing, and leaves a subscription that is there where it stands; a new one gets what is published from now on. Persistent topics only: else `invalid-argument`.
   * Two who make the same one at the same moment may lose what is published in that moment: adapters, which publish at once, make theirs by a consumer.
   */
  ensureSubscription(topic: string, subscription: string): Promise<void>;
  /** Names; `null` where there is no such topic. */
  subscriptions(topic: string): Promise<readonly string[] | null>;
  /** By subscription; `null` where there is no such topic. Figures are of this moment and may lag a publish or an acknowledgement. */
  stats(topic: string): Promise<ReadonlyMap<string, SubscriptionStats> | null>;
}

interface WireStats {
  readonly msgInCounter: number;
  readonly subscriptions: Readonly<
    Record<string, { msgBacklog: number; unackedMessages: number; msgDelayed: number; consumers: readonly unknown[] }>
  >;
}

export function topics(request: AdminRequest): Topics {
  return {
    async create(topic) {
      await unless('already-exists', request('PUT', topicPath(topic)));
    },
    async ensureSubscription(topic, subscription) {
      const subscriptionPath = `${topicPath(topic)}/subscription${path(subscription)}`;
      await unless('already-exists', request('PUT', subscriptionPath));
    },
    subscriptions: async (topic) =>
      (await unless('not-found', request('GET', `${topicPath(topic)}/subscriptions`))) as readonly string[] | null,
    async stats(topic) {
      const stats = (await unless(
        'not-found',
        request('GET', `${topicPath(topic)}/stats?getPreciseBacklog=true`),
      )) as WireStats | null;
      if (!stats) return null;
      return new Map(
        Object.entries(stats.subscriptions).map(([name, { msgBacklog, unackedMessages, msgDelayed, consumers }]) => [
          name,
          {
            backlog: msgBacklog,
            unacknowledged: unackedMessages,
            delayed: msgDelayed,
            members: consumers.length,
            published: stats.msgInCounter,
          },
        ]),
      );
    },
  };
}
