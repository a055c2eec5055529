import {
  conversationEvents,
  deadLetterSubscription,
  deadLetterTopic,
  type ServiceName,
  services,
  serviceTopic,
  type Topic,
  topicUrl,
} from '@agent-mem/contract';
import type { Bus, WaitingMessage } from './bus.ts';
import { replayOf } from './replay.ts';

/** A message that a subscription gave up, as far as a list shows it. */
export interface DeadLetterSummary {
  readonly id: string;
  /** Where it failed, as Pulsar writes it. */
  readonly topic: string;
  /** Whose message it was. */
  readonly subscription: string;
  readonly reason: string;
  /** Deliveries it had; `null` if unknown. */
  readonly attempts: number | null;
  /** ISO 8601, UTC: when it was given up. */
  readonly since: string;
  readonly key: string | null;
  /** Of the payload. */
  readonly bytes: number;
}

/** A dead letter with what was sent. */
export interface DeadLetterContent extends DeadLetterSummary {
  /** Its own, and those that say why it is a dead letter. */
  readonly properties: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** What became of dead letters that were asked for. */
export interface DeadLetterOutcome {
  /** Ids of those it was done to. */
  readonly done: readonly string[];
  /** Ids that no dead letter has. */
  readonly unknown: readonly string[];
  /** Ids of those that `all` left where they are: their senders were refused. */
  readonly left: readonly string[];
}

/** The dead letters of the commands of every service, and of the events for every service. Of each subscription it sees the oldest 1,000. */
export interface DeadLetters {
  /** Oldest first within a subscription. */
  list(): Promise<readonly DeadLetterSummary[]>;
  /** `null` if there is none with this id. */
  find(id: string): Promise<DeadLetterContent | null>;
  /**
   * Publishes them again to the topic they came from, and drops those of a subscription when that is stored; `all`: those that are there now and whose senders were
   * not refused.
   * After a crash in between the replays and the letters are both there. Replaying it again has no second effect as long as
   * the service keeps what it did under the idempotency key or the event's id: a week.
   */
  replay(ids: readonly string[] | 'all'): Promise<DeadLetterOutcome>;
  /** Forgets them; `all`: those that are there now. */
  drop(ids: readonly string[] | 'all'): Promise<DeadLetterOutcome>;
}

/** A subscription that may have dead letters. */
export interface DeadLetterSource {
  readonly topic: Topic;
  readonly subscription: string;
}

/** Reasons of letters whose senders were refused. The fleet vouches for what it replays: a stranger's command must not be carried out because others failed beside it. */
const senderRefused = /^(?:unauthenticated: )?scope_token: |^permission-denied: .*\bthis credential\b/;

/** Most that are looked at in one subscription. */
const maxLettersPerSource = 1_000;

/** Where a service's messages can fail: its commands, and the events if it listens to them. */
export function deadLetterSources(service: ServiceName): readonly DeadLetterSource[] {
  return [serviceTopic(service, 'command'), conversationEvents].map((topic) => ({ topic, subscription: service }));
}

/** How many dead letters a subscription has; at most `limit` are counted. */
export async function countDeadLetters(bus: Bus, { topic, subscription }: DeadLetterSource, limit: number): Promise<number> {
  return (await bus.peek(deadLetterTopic(topic, subscription), deadLetterSubscription, limit)).length;
}

/** The dead letters on a bus: those of services, and those of other subscriptions that are named. */
export function createDeadLetters(bus: Bus, others: readonly DeadLetterSource[] = []): DeadLetters {
  const sources = [...(Object.keys(services) as ServiceName[]).flatMap(deadLetterSources), ...others];

  async function* lettersBySource() {
    for (const source of sources) {
      const letterTopic = deadLetterTopic(source.topic, source.subscription);
      yield { source, letterTopic, letters: await bus.peek(letterTopic, deadLetterSubscription, maxLettersPerSource) };
    }
  }

  async function* letters() {
    for await (const { source, letters } of lettersBySource()) for (const letter of letters) yield { source, letter };
  }

  async function settle(
    ids: readonly string[] | 'all',
    isLeft: (letter: WaitingMessage) => boolean,
    before: (source: DeadLetterSource, letter: WaitingMessage) => Promise<void>,
  ): Promise<DeadLetterOutcome> {
    const wanted = ids === 'all' ? null : new Set(ids);
    const done: string[] = [];
    const left: string[] = [];
    // All of them are read first: one that is replayed and fails again at once must not be met again.
    for (const { source, letterTopic, letters } of await Array.fromAsync(lettersBySource())) {
      const chosen = letters.filter((letter) => wanted?.has(letter.id) ?? !isLeft(letter));
      if (!wanted) left.push(...letters.filter(isLeft).map(({ id }) => id));
      if (chosen.length === 0) continue;
      for (const letter of chosen) await before(source, letter);
      const chosenIds = chosen.map(({ id }) => id);
      await bus.drop(letterTopic, deadLetterSubscription, chosenIds);
      done.push(...chosenIds);
    }
    return { done, unknown: [...(wanted ?? [])].filter((id) => !done.includes(id)), left };
  }

  return {
    list: async () => (await Array.fromAsync(letters())).map(({ source, letter }) => summaryOf(source, letter)),
    async find(id) {
      for await (const { source, letter } of letters()) {
        if (letter.id === id) return { ...summaryOf(source, letter), properties: letter.properties, payload: letter.payload };
      }
      return null;
    },
    replay: (ids) =>
      settle(
        ids,
        ({ properties }) => senderRefused.test(properties.dead_letter_reason ?? ''),
        ({ topic, subscription }, letter) => bus.publish(topic, replayOf(letter, topic, subscription)),
      ),
    drop: (ids) =>
      settle(
        ids,
        () => false,
        async () => {},
      ),
  };
}

function summaryOf({ topic, subscription }: DeadLetterSource, letter: WaitingMessage): DeadLetterSummary {
  const attempts = Number(letter.properties.dead_letter_attempts);
  return {
    id: letter.id,
    topic: topicUrl(topic),
    subscription,
    reason: letter.properties.dead_letter_reason ?? '',
    attempts: Number.isInteger(attempts) ? attempts : null,
    since: new Date(letter.publishedAt).toISOString(),
    key: letter.key,
    bytes: Buffer.byteLength(letter.payload),
  };
}
