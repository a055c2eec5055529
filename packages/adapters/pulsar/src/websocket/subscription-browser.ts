import { OperationError, type Topic } from '@agent-mem/contract';
import type { WaitingMessage } from '@agent-mem/messaging';
import { type Backlogs, type Browser, OneAtATime } from '../browse.ts';
import { close, connect } from './connection/connection.ts';
import type { TenantConnectionOptions } from './connection/reconnecting-connection.ts';
import { endpoint, topicPath } from './endpoint.ts';
import { acknowledgement, parseMessage } from './frame.ts';
import { comparePositions } from './position.ts';

type Figures = NonNullable<Awaited<ReturnType<Backlogs['figures']>>>;

/** The broker gives one consumer no more than so many unacknowledged. */
const most = 1_000;
/** Silence after which nothing more waits, where no admin REST tells. */
const silenceMs = 1_000;
const timeoutMs = 10_000;
/** The broker takes an acknowledgement from its count in this time, as a rule. */
const countedMs = 1_000;
const lookAgainMs = 20;

/** Looks at what waits in a subscription with a consumer that takes and does not acknowledge. One at a time: two would share the messages. */
export class SubscriptionBrowser implements Browser {
  readonly backlogs: Backlogs;
  readonly #connectionOptions: TenantConnectionOptions;
  readonly #looks = new OneAtATime();

  constructor(connectionOptions: TenantConnectionOptions, backlogs: Backlogs) {
    this.#connectionOptions = connectionOptions;
    this.backlogs = backlogs;
  }

  /** The oldest messages, at most 1000. */
  async peek(topic: Topic, subscription: string, limit: number): Promise<readonly WaitingMessage[]> {
    const waiting = await this.#looks.run(() => this.#look(topic, subscription, () => false));
    return waiting.slice(0, Math.max(0, limit));
  }

  /** Acknowledges those of the oldest 1000 that have these ids; resolves with how many there were when the broker gives them to nobody. */
  async drop(topic: Topic, subscription: string, ids: readonly string[]): Promise<number> {
    const wanted = new Set(ids);
    const { clock } = this.#connectionOptions.broker;
    return this.#looks.run(async () => {
      const dropped = new Set<string>();
      const until = clock.now() + timeoutMs;
      for (;;) {
        // An acknowledgement has no answer: those that another look does not meet were stored.
        const waiting = await this.#look(topic, subscription, (id) => wanted.has(id));
        const met = waiting.filter(({ id }) => wanted.has(id));
        if (met.length === 0) return dropped.size;
        if (clock.now() > until) throw new OperationError('unavailable', 'Pulsar has not stored what was dropped');
        for (const { id } of met) dropped.add(id);
      }
    });
  }

  async #look(topic: Topic, name: string, drops: (id: string) => boolean): Promise<readonly WaitingMessage[]> {
    const { broker, tenant } = this.#connectionOptions;
    const before = await this.backlogs.figures(topic, name);
    const backlog = before?.backlog ?? null;
    if (this.backlogs.areKnown && !backlog) return [];
    const path = `${topicPath(tenant, topic)}/${encodeURIComponent(name)}`;
    const url = endpoint(broker.url, 'consumer', path, { subscriptionType: 'Shared', receiverQueueSize: most });
    const found = new Map<string, WaitingMessage>();
    let dropped = 0;
    const arrival = { wake: () => {} };
    const { socket } = await connect(broker, url, `the consumer of ${path}`, (text, consumer) => {
      const message = parseMessage(text);
      if (!message || found.has(message.id)) return;
      found.set(message.id, message);
      if (drops(message.id)) {
        dropped += 1;
        consumer.send(acknowledgement(message.id));
      }
      arrival.wake();
    });
    try {
      const enough = Math.min(backlog ?? most, most);
      const waitMs = this.backlogs.areKnown ? timeoutMs : silenceMs;
      while (found.size < enough && (await this.#arrives(arrival, waitMs)));
    } finally {
      await close(socket, broker.clock);
    }
    if (dropped > 0 && before) await this.#counted(topic, name, before, dropped);
    return [...found.values()].toSorted((left, right) => comparePositions(left.id, right.id));
  }

  /** Whether something came before so much time was over. */
  async #arrives(arrival: { wake: () => void }, withinMs: number): Promise<boolean> {
    const over = new AbortController();
    const came = new Promise<boolean>((resolve) => {
      arrival.wake = () => resolve(true);
    });
    const silence = this.#connectionOptions.broker.clock.sleep(withinMs, over.signal).then(
      () => false,
      () => false,
    );
    return Promise.race([came, silence]).finally(() => over.abort());
  }

  /**
   * Resolves when the broker no longer counts what was dropped, or after `countedMs`: what is published meanwhile adds to the backlog,
   * but the broker may count a message as published before it waits, and the difference of two looks then never comes true.
   */
  async #counted(topic: Topic, name: string, before: Figures, dropped: number): Promise<void> {
    const { clock } = this.#connectionOptions.broker;
    const until = clock.now() + countedMs;
    while (clock.now() < until) {
      const now = await this.backlogs.figures(topic, name);
      if (!now || now.backlog - (now.published - before.published) <= before.backlog - dropped) return;
      await clock.sleep(lookAgainMs);
    }
  }
}
