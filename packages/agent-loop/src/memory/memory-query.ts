/** What is asked of memory, by an invocation or by a caller who wants the memory alone. */
export interface MemoryQuery {
  readonly query: string;
  /** A state of the task; empty: none. */
  readonly state: string;
  /** `null`: of no conversation, or of one that begins now and has nothing stored yet. */
  readonly earlierConversationId: string | null;
  /** The conversation that sees its own facts; `null`: none. */
  readonly conversationId: string | null;
  /** Most facts, and most episodes. `null`: as configured. */
  readonly topK: number | null;
  /** Room for all of it, in tokens. */
  readonly maxTokens: number;
  /** With single messages of the conversation, or of all where none is named, in place of episodes. */
  readonly withMessages: boolean;
}
