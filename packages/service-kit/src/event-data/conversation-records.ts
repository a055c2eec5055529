import type { InvocationSummary, Message, ToolCall, ToolResult } from '@agent-mem/contract';
import { storedMembers } from '@agent-mem/storage';

/** What the node of a message holds in its properties. The service conversations writes it, services that learn from conversations read it. */
export type StoredMessage = Readonly<
  Pick<Message, 'role' | 'content' | 'reasoning' | 'timestamp' | 'token_count' | 'speaker' | 'metadata' | 'metadata_json'>
> & {
  /** Ordinal in its conversation, from 1; the node's own also counts those of deleted conversations of the same id. */
  readonly ordinal: number;
  /** It has a vector, by which its meaning is found. */
  readonly embedded: boolean;
  readonly tool_call_ids: readonly string[];
  readonly tool_result_ids: readonly string[];
};

/** Reads and writes the properties of messages. */
export const storedMessage = storedMembers<StoredMessage>('Message', {
  role: 'user',
  content: '',
  reasoning: null,
  timestamp: '',
  token_count: 0,
  ordinal: 0,
  speaker: null,
  metadata: {},
  embedded: true,
  tool_call_ids: [],
  tool_result_ids: [],
  metadata_json: null,
});

/** Reads and writes the properties of tool calls. */
export const storedToolCall = storedMembers<Omit<ToolCall, 'id' | 'tool_result' | 'weight'>>('ToolCall', {
  message_id: '',
  tool_name: '',
  arguments: '{}',
  timestamp: '',
  duration_ms: 0,
  success: false,
  iteration: null,
});

/** Reads and writes the properties of what tools answered. */
export const storedToolResult = storedMembers<Omit<ToolResult, 'id' | 'weight'>>('ToolResult', {
  tool_call_id: '',
  success: false,
  result: 'null',
  error: null,
  timestamp: '',
  result_size_bytes: 0,
});

/** What the node of an invocation holds in its properties. */
export type StoredInvocation = Readonly<Pick<InvocationSummary, 'query' | 'summary' | 'result'>> & {
  /** When it ended. */
  readonly timestamp: string;
  /** The messages of what was said in it; `null`: they are not stored. */
  readonly message_ids: readonly string[] | null;
  /** As of a message. */
  readonly ordinal: number;
  /** Facts may be learned from what was said in it. */
  readonly learns: boolean;
};

/** Reads and writes the properties of invocations. */
export const storedInvocation = storedMembers<StoredInvocation>('InvocationSummary', {
  query: '',
  summary: '',
  result: '',
  timestamp: '',
  message_ids: null,
  ordinal: 0,
  learns: false,
});
