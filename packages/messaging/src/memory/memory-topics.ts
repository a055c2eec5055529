import { OperationError } from '@agent-mem/contract';
import type { ConsumeOptions, TakeMessage, TopicConsumer, TopicMessage, TopicProducer, Topics } from '../topics.ts';

/** Topics inside this process, and what tests may do to them. */
export interface MemoryTopics extends Topics {
  /** Everything that was sent, in order. */
  readonly sent: readonly (TopicMessage & { readonly topic: string })[];
  /** The subscriptions there are, by topic. */
  subscriptions(topic: string): readonly string[];
  /** Cuts every connection: nothing can be sent, nothing arrives. */
  disconnect(): void;
  /** Connects again, and tells the consumers. */
  reconnect(): void;
}

interface Member {
  readonly options: ConsumeOptions;
  readonly take: TakeMessage;
}

/** The test double of the port: messages reach the consumers of that moment, or nobody, each in a microtask of its own. */
export function createMemoryTopics(): MemoryTopics {
  const sent: (TopicMessage & { readonly topic: string })[] = [];
  /** By topic, then by subscription. */
  const topics = new Map<string, Map<string, Member[]>>();
  let state: 'open' | 'disconnected' | 'closed' = 'open';

  const check = () => {
    if (state === 'closed') throw new OperationError('unavailable', 'The topics are closed', { retryable: false });
    if (state === 'disconnected') throw new OperationError('unavailable', 'The topics have no connection');
  };
  const deliver = (topic: string, message: TopicMessage) => {
    for (const members of topics.get(topic)?.values() ?? []) {
      const next = members.shift();
      if (!next) continue;
      // Round in turn.
      members.push(next);
      queueMicrotask(() => {
        if (state === 'open' && members.includes(next)) takeIgnoringErrors(next, message);
      });
    }
  };

  return {
    sent,
    subscriptions: (topic) => [...(topics.get(topic)?.keys() ?? [])],
    disconnect() {
      state = 'disconnected';
    },
    reconnect() {
      state = 'open';
      for (const member of [...topics.values()].flatMap((members) => [...members.values()].flat()))
        member.options.reconnected?.();
    },
    async consume(topic, options, take): Promise<TopicConsumer> {
      check();
      const subscriptions = topics.get(topic) ?? new Map<string, Member[]>();
      const members = subscriptions.get(options.subscription) ?? [];
      if (members.some((member) => member.options.type === 'exclusive' || options.type === 'exclusive')) {
        throw new OperationError(
          'failed-precondition',
          `${topic}: the subscription ${options.subscription} has its one consumer`,
        );
      }
      const member = { options, take };
      members.push(member);
      topics.set(topic, subscriptions.set(options.subscription, members));
      return {
        get isConnected() {
          return state === 'open';
        },
        async [Symbol.asyncDispose]() {
          const index = members.indexOf(member);
          if (index >= 0) members.splice(index, 1);
          if (members.length === 0 && subscriptions.get(options.subscription) === members)
            subscriptions.delete(options.subscription);
        },
      };
    },
    async produce(topic): Promise<TopicProducer> {
      check();
      return {
        async send(message) {
          check();
          sent.push({ topic, payload: message.payload, properties: { ...message.properties } });
          deliver(topic, message);
        },
        async [Symbol.asyncDispose]() {},
      };
    },
    async [Symbol.asyncDispose]() {
      state = 'closed';
      topics.clear();
    },
  };
}

function takeIgnoringErrors({ take }: Member, message: TopicMessage): void {
  try {
    take(message);
  } catch {
    // The port says that it is only logged, and this double has no log.
  }
}
