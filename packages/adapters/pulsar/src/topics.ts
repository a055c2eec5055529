import type { ConsumeOptions, TakeMessage, TopicConsumer, TopicProducer, Topics } from '@agent-mem/messaging';
import { TopicMembers } from '@agent-mem/messaging/internal';

interface Openable {
  open(): Promise<void>;
}

/** How one of a broker's protocols makes consumers and producers of plain topics. Each calls `left` when it is closed. */
export interface TopicsProtocol {
  consumer(url: string, options: ConsumeOptions, take: TakeMessage, left: TopicMembers['left']): TopicConsumer & Openable;
  producer(url: string, left: TopicMembers['left']): TopicProducer & Openable;
  /** Closes what they share. */
  close(): Promise<void>;
}

/** Plain topics of a broker. Disposing closes the consumers and producers that are left, and what they share. */
export function topicsBy(protocol: TopicsProtocol): Topics {
  const members = new TopicMembers();
  let isClosed = false;

  return {
    consume: async (url, options, take) => await members.open(protocol.consumer(url, options, take, members.left)),
    produce: async (url) => await members.open(protocol.producer(url, members.left)),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      await members[Symbol.asyncDispose]();
      await protocol.close();
    },
  };
}
