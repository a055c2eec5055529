import { replyTopic } from '@agent-mem/contract';
import type { Bus } from '../bus.ts';
import type { ReplyInbox } from './reply-inbox.ts';

/** News on a client's reply topic that answer none of its requests. A notice says only that something happened to what has its id. */
export interface Notices {
  /** Names the reply topic that they are published to. */
  readonly client: string;
  /** Listens for notices with these ids from now on. One may be lost, so its listener looks from time to time at what they are about. */
  listen(ids: readonly string[]): NoticeListener;
}

/** Listens until it is disposed. */
export interface NoticeListener extends Disposable {
  /** How many have come so far. */
  readonly received: number;
  /** Resolves when more than so many have come. */
  after(received: number): Promise<void>;
}

/** The notices of a client, sorted by the inbox of its reply topic. */
export function createNotices(client: string, inbox: ReplyInbox): Notices {
  return {
    client,
    listen(ids) {
      let received = 0;
      let next = Promise.withResolvers<void>();
      const heard = () => {
        received += 1;
        next.resolve();
        next = Promise.withResolvers();
      };
      const open = ids.map((id) => inbox.open(id));
      for (const replies of open) replies.last().then(heard, heard);
      return {
        get received() {
          return received;
        },
        after: (known) => (received > known ? Promise.resolve() : next.promise),
        [Symbol.dispose]() {
          for (const replies of open) replies.close();
        },
      };
    },
  };
}

/** Sends a notice to a client. It resolves as `Bus.publish` does: a client that is gone, or has no connection, never gets it. */
export function publishNotice(bus: Bus, client: string, id: string): Promise<void> {
  return bus.publish(replyTopic(client), { payload: JSON.stringify({ error: null }), properties: { id } });
}
