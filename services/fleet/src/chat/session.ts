import { type ModelUsage, newId, type Receipt } from '@agent-mem/contract';
import type { MemoryClient } from '../memory-client/memory-client.ts';
import type { ChatServer } from './chat-server.ts';

/** What one model has read and written. */
export type ModelTokens = Pick<ModelUsage, 'calls' | 'tokens_in' | 'tokens_out'>;

/** What a chat knows from one line to the next. */
export interface ChatSession {
  readonly server: Pick<ChatServer, 'url' | 'key' | 'lines' | 'settled'>;
  readonly client: MemoryClient;
  user: string;
  conversationId: string;
  /** Of the newest answer. */
  receipt: Receipt | null;
  /** Ids of the facts that were listed last: `/forget 2` means the second. */
  listed: readonly string[];
  /** Facts that were reported as learned. */
  readonly reported: Set<string>;
  /** What the answers of this session have used. */
  readonly used: { questions: number; memoryTokens: number; readonly models: Map<string, ModelTokens> };
  isOver: boolean;
}

/** A session that nothing was said in. */
export function newSession(server: ChatSession['server'], client: MemoryClient): ChatSession {
  return {
    server,
    client,
    user: 'default',
    conversationId: newId('conv'),
    receipt: null,
    listed: [],
    reported: new Set(),
    used: { questions: 0, memoryTokens: 0, models: new Map() },
    isOver: false,
  };
}

/** Whose memory it asks, as requests carry it. */
export function scopeOfSession({ user }: Pick<ChatSession, 'user'>) {
  return { workspace: 'default', user, collection: 'default' };
}

/** Goes on in a conversation that nothing was said in. */
export function beginConversation(session: ChatSession): void {
  session.conversationId = newId('conv');
  session.receipt = null;
}

/** Adds what an answer has used of its models. */
export function addUsage({ used }: Pick<ChatSession, 'used'>, usage: readonly ModelUsage[]): void {
  for (const { model, calls, tokens_in, tokens_out } of usage) {
    const before = used.models.get(model) ?? { calls: 0, tokens_in: 0, tokens_out: 0 };
    used.models.set(model, {
      calls: before.calls + calls,
      tokens_in: before.tokens_in + tokens_in,
      tokens_out: before.tokens_out + tokens_out,
    });
  }
}
