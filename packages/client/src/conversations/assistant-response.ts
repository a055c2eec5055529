import type { BuildContextResponse, Receipt } from '../generated/memory-services.ts';

/** A tool call that was made for an answer. */
export interface MadeToolCall {
  readonly tool_name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly success: boolean;
  /** Null where it failed. */
  readonly result: unknown;
  readonly error: string | null;
  readonly duration_ms: number;
  /** In which round, from 1. */
  readonly iteration: number;
}

/** What `sendMessage` resolves with. */
export interface AssistantResponse {
  readonly content: string;
  /** What the model thought; null where it does not say. */
  readonly reasoning: string | null;
  readonly tool_calls: readonly MadeToolCall[];
  /** What the model was shown of the conversation. Null where the fleet's agent answered: then `receipt` says it. */
  readonly context_used: BuildContextResponse | null;
  /** What the fleet's agent was shown; null where an `llmProvider` answered. */
  readonly receipt: Receipt | null;
}
