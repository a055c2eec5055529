/** What is asked of memory, by an invocation or by a caller who wants the memory alone. */
export interface MemoryQuery {
  readonly query: string;
  /** A state of the task; empty: none. */
  readonly state: string;
  /** The conversation that sees its own facts, and of which messages are shown; `null`: none. */
  readonly conversationId: string | null;
  /** The conversation begins now: nothing is stored of it. */
  readonly isNewConversation: boolean;
  /** Whether messages of the scope's other conversations are shown. */
  readonly withOthers: boolean;
  /** Most facts, and most episodes. `null`: as configured. */
  readonly topK: number | null;
  /** Most tokens of all tiers together. */
  readonly maxTokens: number;
  /** So many messages that answer the query, of this conversation and of others each, in place of episodes and of the newest messages. `null`: those too. */
  readonly mostRelevant: number | null;
}
