import { OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import type { Subscription, SubscriptionOptions } from '@agent-mem/messaging';
import { backoffMs, HeldMessages, type HeldMessagesEnvironment, type Membership } from '@agent-mem/messaging/internal';
import { endsWithin } from '@agent-mem/runtime';
import { close, openConsumer, type TenantBroker } from './broker.ts';
import type { Consumer, ConsumerConfig, Message, MessageId } from './client/client.ts';
import { incoming } from './message.ts';

/** The client takes any other string for `Exclusive`, without a word. */
const subscriptionTypes: Readonly<Record<SubscriptionOptions['type'], ConsumerConfig['subscriptionType']>> = {
  shared: 'Shared',
  'key-shared': 'KeyShared',
  exclusive: 'Exclusive',
};

const reopen = { minMs: 100, maxMs: 10_000 };
const settleMs = 5_000;

/**
 * One consumer with one pump: the client keeps the order of what one `receive` after another gives, and of nothing else. The client connects
 * again by itself, and what was not acknowledged comes again.
 */
export class Member implements Subscription {
  readonly topic: Topic;
  readonly name: string;
  readonly #broker: TenantBroker;
  readonly #subscriptionType: ConsumerConfig['subscriptionType'];
  readonly #held: HeldMessages<MessageId>;
  readonly #changed: () => void;
  readonly #acknowledgements = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #consumer: Consumer | null = null;
  #pumping: Promise<void> = Promise.resolve();
  #leaving: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #hasLeft = false;

  constructor(membership: Membership, broker: TenantBroker, environment: HeldMessagesEnvironment) {
    const { topic, options } = membership;
    const subscriptionType = Object.hasOwn(subscriptionTypes, options.type) ? subscriptionTypes[options.type] : undefined;
    if (!subscriptionType) throw new OperationError('invalid-argument', `type: must be one of ${Object.keys(subscriptionTypes)}`);
    this.topic = topic;
    this.name = options.name;
    this.#broker = broker;
    this.#subscriptionType = subscriptionType;
    this.#changed = environment.changed;
    const end = {
      acknowledge: (id: MessageId) => this.#acknowledge(id),
      giveBack: (id: MessageId) => this.#giveBack(id),
      // The client connects again without a word.
      holds: () => true,
    };
    const changed = () => {
      this.#wake?.();
      environment.changed();
    };
    this.#held = new HeldMessages(membership, end, { ...environment, changed });
  }

  /** Resolves when the subscription exists. */
  async open(): Promise<void> {
    this.#consumer = await this.#subscribe();
    // Disposed meanwhile, it is nobody's.
    if (this.#leaving) await close(this.#broker, this.#consumer, this.name);
    else this.#pumping = this.#pump(this.#consumer);
  }

  get isConnected(): boolean {
    return this.#consumer?.isConnected() ?? false;
  }

  /** It was connected, should be, and is not. */
  get isLost(): boolean {
    return this.#consumer !== null && !this.#leaving && !this.isConnected;
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
    const { clock } = this.#broker;
    // Until the handlers are done the pump goes on and gives back what the client has fetched ahead: only a close would, too.
    this.#wake?.();
    await this.#held[Symbol.asyncDispose]();
    this.#stop.abort();
    this.#wake?.();
    // After the close they would be refused.
    await endsWithin(Promise.all(this.#acknowledgements), settleMs, clock);
    if (this.#consumer) await close(this.#broker, this.#consumer, this.name);
    await endsWithin(this.#pumping, settleMs, clock);
    this.#hasLeft = true;
    this.#changed();
  }

  #subscribe(): Promise<Consumer> {
    return openConsumer(this.#broker, topicUrl(this.topic, this.#broker.tenant), {
      subscription: this.name,
      subscriptionType: this.#subscriptionType,
      subscriptionInitialPosition: 'Latest',
      receiverQueueSize: this.#held.window,
    });
  }

  async #pump(first: Consumer): Promise<void> {
    const { log } = this.#broker;
    for (let consumer: Consumer | null = first; consumer; ) {
      await this.#room();
      if (this.#isOver) return;
      try {
        this.#arrive(await consumer.receive());
      } catch (cause) {
        // It was closed with this receive pending.
        if (this.#stop.signal.aborted) return;
        log.warn({ topic: this.topic, subscription: this.name, err: cause }, 'A consumer of Pulsar failed; it is opened again');
        await close(this.#broker, consumer, this.name);
        consumer = await this.#reopened();
      }
    }
  }

  /** Nothing may be, or need be, received any more. */
  get #isOver(): boolean {
    return this.#stop.signal.aborted || (this.#leaving !== null && !this.#held.mayGiveBack);
  }

  /** Waits until there is room for one more message. */
  async #room(): Promise<void> {
    while (this.#held.size >= this.#held.window && !this.#leaving) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #reopened(): Promise<Consumer | null> {
    const { clock, log, random } = this.#broker;
    for (let attempt = 1; !this.#leaving; attempt += 1) {
      try {
        this.#consumer = await this.#subscribe();
        log.info({ topic: this.topic, subscription: this.name }, 'A consumer of Pulsar is open again');
        return this.#consumer;
      } catch (error) {
        log.warn({ topic: this.topic, subscription: this.name, err: error }, 'A consumer of Pulsar cannot be opened');
      }
      await clock.sleep(backoffMs(Math.min(attempt, 16), reopen, random), this.#stop.signal).catch(() => {});
    }
    return null;
  }

  #arrive(message: Message): void {
    const { stored, unreadable } = incoming(message);
    const id = message.getMessageId();
    if (unreadable === null) this.#held.arrive(stored, id);
    else this.#held.refuse(stored, id, unreadable);
  }

  /** That it resolves proves nothing: the message may come again. That it rejects says so. */
  #acknowledge(id: MessageId): void {
    if (!this.#consumer) return;
    const acknowledged = this.#consumer
      .acknowledgeId(id)
      .then(
        () => {},
        (cause: unknown) =>
          this.#broker.log.warn({ topic: this.topic, err: cause }, 'A message was not acknowledged; it will come again'),
      )
      .finally(() => this.#acknowledgements.delete(acknowledged));
    this.#acknowledgements.add(acknowledged);
  }

  #giveBack(id: MessageId): void {
    try {
      this.#consumer?.negativeAcknowledgeId(id);
    } catch (cause) {
      // It comes again when the consumer closes.
      this.#broker.log.warn({ topic: this.topic, err: cause }, 'A message could not be returned to the broker');
    }
  }
}
