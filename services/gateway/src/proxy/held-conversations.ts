import { dayMs, type Scope, sha256 } from '@agent-mem/contract';
import type { Repeat } from '@agent-mem/proxy';
import type { HttpPluginContext } from '@agent-mem/service-kit';

/** Conversations that an upstream holds: a request names the reply before it, or the conversation, and brings its newest part alone. */
export interface HeldConversations {
  /** The conversation that a reply belongs to; `null`: it is not known. */
  ofReply(replyId: string): Promise<string | null>;
  /** The reply that a request of a conversation goes on from: the newest one, or, where the request is sent again, the one before its first attempt. Empty: none is known. */
  replyBefore(conversationId: string, request: RequestInIt): Promise<string>;
  /** Notes the newest reply of a conversation. */
  note(replyId: string, conversationId: string): Promise<void>;
}

/** A request of a conversation that the upstream holds. */
interface RequestInIt extends Repeat {
  /** The same for all that say the same. */
  readonly said: string;
}

/** As long as upstreams hold replies. */
const ttlMs = 30 * dayMs;
/** No client sends a request again so late. */
const repeatTtlMs = dayMs;

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
    async replyBefore(conversationId, { said, key, isLaterAttempt }) {
      const keyOfRequest = `proxy:request:${sha256(JSON.stringify([conversationId, key, said]))}`;
      // The same words without a sign of an attempt are said again.
      const before = key !== null || isLaterAttempt ? await read(keyOfRequest) : null;
      if (before) return before.replyId;
      const replyId = (await read(keyOfNewest(conversationId)))?.replyId ?? '';
      const value = JSON.stringify({ conversationId, replyId } satisfies Noted);
      await keyValue.set(scope, keyOfRequest, value, { ttlMs: repeatTtlMs });
      return replyId;
    },
    async note(replyId, conversationId) {
      const value = JSON.stringify({ conversationId, replyId } satisfies Noted);
      const keys = [keyOfReply(replyId), keyOfNewest(conversationId)];
      await Promise.all(keys.map((key) => keyValue.set(scope, key, value, { ttlMs })));
    },
  };
}
