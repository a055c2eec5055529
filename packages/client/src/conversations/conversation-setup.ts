import type { LlmProvider } from '../llm/llm-provider.ts';
import type { Memory } from '../memory.ts';
import type { ConversationConfig } from './conversation-config.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** What the conversations of one agent have in common. */
export interface ConversationSetup {
  readonly client: Pick<Memory, 'agent' | 'conversations'>;
  readonly llmProvider: LlmProvider | undefined;
  readonly tools: readonly ToolDefinition[];
  readonly config: Required<ConversationConfig>;
}
