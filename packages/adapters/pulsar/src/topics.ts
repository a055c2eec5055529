import { OperationError } from '@agent-mem/contract';
import type { ConsumeOptions, TakeMessage, TopicConsumer, TopicProducer, Topics } from '@agent-mem/messaging';
import { type Openable, opened } from './opened.ts';

/** Takes a consumer or producer that is closed off the list of those that are open. */
export type Left = (member: AsyncDisposable) => void;

/** What a consumer of a plain topic is made from. */
export interface Consuming {
  readonly url: string;
  readonly options: ConsumeOptions;
  readonly take: TakeMessage;
  readonly left: Left;
}

/** How one of a broker's protocols makes consumers and producers of plain topics. Each calls `left` when it is closed. */
export interface TopicsProtocol {
  consumer(consuming: Consuming): TopicConsumer & Openable;
  producer(url: string, left: Left): TopicProducer & Openable;
  /** Closes what they share. */
  close(): Promise<void>;
}

/** Plain topics of a broker. Disposing closes the consumers and producers that are left, and what they share. */
export function topicsBy(protocol: TopicsProtocol): Topics {
  const members = new Set<AsyncDisposable>();
  let isClosed = false;
  const left: Left = (member) => void members.delete(member);
  const open = <Member extends Openable>(member: Member): Promise<Member> => {
    if (isClosed) throw new OperationError('unavailable', 'The topics are closed', { retryable: false });
    members.add(member);
    return opened(member);
  };

  return {
    consume: async (url, options, take) => await open(protocol.consumer({ url, options, take, left })),
    produce: async (url) => await open(protocol.producer(url, left)),
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([...members].map((member) => member[Symbol.asyncDispose]()));
      await protocol.close();
    },
  };
}
