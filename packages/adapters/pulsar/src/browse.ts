import { type Topic, topicUrl } from '@agent-mem/contract';
import type { WaitingMessage } from '@agent-mem/messaging';
import type { PulsarAdmin } from './admin/admin.ts';
import type { SubscriptionStats } from './admin/topics.ts';

/** Shows what waits in subscriptions, and drops messages from them. */
export interface Browser {
  readonly backlogs: Backlogs;
  /** The oldest messages. */
  peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]>;
  /** Acknowledges those that have these ids; resolves with how many there were. */
  drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number>;
}

/** What is used of the admin REST. */
export type Statistics = Pick<PulsarAdmin['topics'], 'stats'>;

/** How many messages wait in subscriptions, by the admin REST. */
export class Backlogs {
  readonly #tenant: string;
  readonly #statistics: Statistics | null;

  constructor(tenant: string, statistics: Statistics | null) {
    this.#tenant = tenant;
    this.#statistics = statistics;
  }

  /** There is an admin REST to ask. */
  get areKnown(): boolean {
    return this.#statistics !== null;
  }

  /** How many messages a subscription has not had acknowledged; `null` where there is no such subscription, or no admin REST. */
  async of(topic: Topic, name: string): Promise<number | null> {
    return (await this.figures(topic, name))?.backlog ?? null;
  }

  /** The same, with how many its topic has taken so far. */
  async figures(topic: Topic, name: string): Promise<Pick<SubscriptionStats, 'backlog' | 'published'> | null> {
    const stats = await this.#statistics?.stats(topicUrl(topic, this.#tenant));
    return stats?.get(name) ?? null;
  }
}

/** Lets one look at a subscription begin when the one before has ended: two would be in each other's way. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(look: () => Promise<Result>): Promise<Result> {
    const looked = this.#last.then(look, look);
    this.#last = looked.catch(() => {});
    return looked;
  }
}
