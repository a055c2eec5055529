import { dayMs, type Scope } from '@agent-mem/contract';
import type { HttpPluginContext } from '@agent-mem/service-kit';

/** Conversations that an upstream holds: a request names the reply before it, or the conversation, and brings its newest part alone. */
export interface HeldConversations {
  /** The conversation that a reply belongs to; `null`: it is not known. */
  ofReply(replyId: string): Promise<string | null>;
  /** The newest reply of a conversation; `null`: none is known. */
  newestReply(conversationId: string): Promise<string | null>;
  /** Notes the newest reply of a conversation. */
  note(replyId: string, conversationId: string): Promise<void>;
}

/** As long as upstreams hold replies. */
const ttlMs = 30 * dayMs;

interface Noted {
  readonly conversationId: string;
  readonly replyId: string;
}

/** Those of a scope. An entry holds the conversation's name, which a purge looks for. */
export function heldConversations(keyValue: HttpPluginContext<unknown>['keyValue'], scope: Scope): HeldConversations {
  const read = async (key: string) => {
    const entry = await keyValue.get(scope, key);
    // This file wrote it.
    return entry && (JSON.parse(entry.value) as Noted);
  };
  const keyOfReply = (id: string) => `proxy:reply:${id}`;
  const keyOfNewest = (id: string) => `proxy:newest-reply:${id}`;
  return {
    ofReply: async (replyId) => (await read(keyOfReply(replyId)))?.conversationId ?? null,
    newestReply: async (conversationId) => (await read(keyOfNewest(conversationId)))?.replyId ?? null,
    async note(replyId, conversationId) {
      const value = JSON.stringify({ conversationId, replyId } satisfies Noted);
      const keys = [keyOfReply(replyId), keyOfNewest(conversationId)];
      await Promise.all(keys.map((key) => keyValue.set(scope, key, value, { ttlMs })));
    },
  };
}
