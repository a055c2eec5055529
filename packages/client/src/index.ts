/** Memory for LLM agents, called over HTTP by fetch alone. */

export type { ErrorType } from '@agent-mem/contract/error';
export type * from './call-options.ts';
export type { AssistantResponse, MadeToolCall } from './conversations/assistant-response.ts';
export { type ContextOptions, Conversation as StoredConversation } from './conversations/conversation.ts';
export { ConversationAgent, type ConversationAgentOptions } from './conversations/conversation-agent.ts';
export type { ConversationConfig } from './conversations/conversation-config.ts';
export type { ExportedConversation } from './conversations/export-document.ts';
export type { ToolDefinition } from './conversations/tool-definition.ts';
export type * from './generated/memory-services.ts';
export type * from './llm/llm-provider.ts';
export type { Memory, MemoryAdd, MemoryContext, MemoryScope } from './memory.ts';
export { type ChatRequest, type ChatResponse, MemoryClient, type MemoryClientOptions } from './memory-client.ts';
export { MemoryError, type MemoryErrorOptions } from './memory-error.ts';
export { type FileVersion, MemoryFiles } from './memory-files/memory-files.ts';
export { type FleetOptions, openMemory } from './open-memory.ts';
