import { OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import type { WaitingMessage } from '@agent-mem/messaging';
import { type Backlogs, type Browser, OneAtATime } from '../browse.ts';
import { checkConnected, close, openConsumer, receiveWithin, type TenantBroker } from './broker.ts';
import type { Consumer } from './client/client.ts';
import { incoming } from './message.ts';

const largestQueue = 1_000;
/** How long a message may take that the broker counts as waiting. */
const expectedMs = 5_000;

/**
 * Looks at what waits in a subscription with a consumer that takes and does not acknowledge: exclusive, so that everything comes in order and at once.
 * One at a time, as they would be in each other's way.
 */
export class SubscriptionBrowser implements Browser {
  readonly backlogs: Backlogs;
  readonly #broker: TenantBroker;
  readonly #looks = new OneAtATime();

  constructor(broker: TenantBroker, backlogs: Backlogs) {
    this.#broker = broker;
    this.backlogs = backlogs;
  }

  /** The oldest messages. */
  peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]> {
    const seen: WaitingMessage[] = [];
    return this.#looks.run(async () => {
      await this.#look(topic, subscription, limit, async (message) => seen.push(message) >= limit);
      return seen;
    });
  }

  /** Acknowledges those that have these ids; resolves with how many there were. */
  drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number> {
    const wanted = new Set(ids);
    let dropped = 0;
    return this.#looks.run(async () => {
      await this.#look(topic, subscription, wanted.size, async ({ id }, acknowledge) => {
        if (wanted.delete(id)) {
          await acknowledge();
          dropped += 1;
        }
        return wanted.size === 0;
      });
      return dropped;
    });
  }

  /** Shows what waits, oldest first, until `isEnough` says so or nothing is left. */
  async #look(
    topic: Topic,
    name: string,
    most: number,
    isEnough: (message: WaitingMessage, acknowledge: () => Promise<unknown>) => Promise<boolean>,
  ): Promise<void> {
    if (!this.backlogs.areKnown) {
      const what = 'what waits in a subscription can be seen only with the admin REST: set its address (PULSAR_ADMIN_URL)';
      throw new OperationError('failed-precondition', `peek and drop: ${what}`);
    }
    // A consumer would make a subscription that is not there.
    const backlog = (await this.backlogs.of(topic, name)) ?? 0;
    if (backlog === 0 || most <= 0) return;
    const consumer = await openConsumer(this.#broker, topicUrl(topic, this.#broker.tenant), {
      subscription: name,
      subscriptionType: 'Exclusive',
      subscriptionInitialPosition: 'Latest',
      receiverQueueSize: Math.min(backlog, largestQueue),
    });
    try {
      await this.#show(consumer, backlog, isEnough);
      checkConnected({ isConnected: consumer.isConnected() }, topicUrl(topic, this.#broker.tenant));
    } finally {
      // Closing sends the acknowledgements that are on their way.
      await close(this.#broker, consumer, name);
    }
  }

  async #show(
    consumer: Consumer,
    backlog: number,
    isEnough: (message: WaitingMessage, acknowledge: () => Promise<unknown>) => Promise<boolean>,
  ): Promise<void> {
    for (let seen = 0; seen < backlog; seen += 1) {
      const message = await receiveWithin(consumer.receive(), expectedMs, this.#broker.clock);
      if (!message) return;
      if (await isEnough(incoming(message).stored, () => consumer.acknowledgeId(message.getMessageId()))) return;
    }
  }
}
