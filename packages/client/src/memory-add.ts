import type { CallOptions } from './call-options.ts';
import type {
  AppendMessagesRequest,
  AppendMessagesResponse,
  MemoryServices,
  MessageToAppend,
} from './generated/memory-services.ts';

/** Stores messages of a conversation, for memory to learn from. With `wait_ms` it resolves with what was learned by then. */
export type MemoryAdd = (
  messages: readonly MessageToAppend[],
  request: Omit<AppendMessagesRequest, 'messages'>,
  options?: CallOptions,
) => Promise<AppendMessagesResponse>;

/** The same as `memory.conversations.appendMessages`, by the word that a program looks for. */
export function memoryAdd({ conversations }: Pick<MemoryServices, 'conversations'>): MemoryAdd {
  return (messages, request, options) => conversations.appendMessages({ ...request, messages }, options);
}
