import type { ToolCall, ToolResult } from '@agent-mem/contract';
import type { CodePlace, StoredInvocation, StoredMessage } from '@agent-mem/service-kit';
import type { Status } from '@agent-mem/storage';
import type { Conversation, ConversationState } from '../conversation.ts';
import type { StoredSummary } from '../summary/summary-node.ts';

/** By which a document of a conversation is known. */
export const documentFormat = 'agent-mem-conversation';
/** Version of the document's shape. */
export const documentVersion = 1;

/** A document of a version before them has none. */
type LaterMembers = Partial<
  Pick<Conversation, 'embed_messages' | 'max_context_messages' | 'enable_summarization' | 'summarize_every'>
>;

/** What a document says of the conversation itself. What only this store has use for (weights, what its ends have reported) is not in it. */
export interface ConversationPart
  extends Omit<
      Conversation,
      | 'state'
      | 'version'
      | 'weight'
      | 'told_messages'
      | 'told_invocations'
      | 'flow'
      | 'deleted_at'
      | 'file_path'
      | 'untitled'
      | 'titled_by'
      | keyof LaterMembers
    >,
    LaterMembers {
  readonly status: ConversationState;
  /** The message whose words the title has; absent: it was given. */
  readonly titled_by?: string;
}

/** A tool's answer. */
export type ResultPart = Readonly<Omit<ToolResult, 'tool_call_id' | 'weight'>> & { readonly created_at: string };

/** A tool call with the tool's answer. */
export type CallPart = Readonly<Omit<ToolCall, 'message_id' | 'weight' | 'tool_result'>> & {
  readonly created_at: string;
  readonly tool_result: ResultPart | null;
};

/** A message that the conversation shows. Of one that was deleted only its position is left: `content` is `null`. */
export interface MessagePart {
  readonly id: string;
  /** The conversation it was appended to: of a branch or a merge also another one. */
  readonly conversation_id: string;
  /** Its ordinal there, and what stands before that in the ordinal of its node. */
  readonly ordinal: number;
  readonly base: number;
  readonly status: Status;
  readonly created_at: string;
  readonly content: Omit<StoredMessage, 'ordinal' | 'tool_call_ids' | 'tool_result_ids'> | null;
  readonly tool_calls: readonly CallPart[];
  /** The code that it is about, in the order of the ids; absent where there is none. */
  readonly references?: readonly CodePart[];
}

/** Code that a message is about. */
export type CodePart = CodePlace & { readonly id: string };

/** An invocation's summary. */
export type InvocationPart = StoredInvocation & { readonly id: string; readonly created_at: string };

/** A summary of the conversation or of a part of it. */
export type SummaryPart = StoredSummary & { readonly id: string; readonly created_at: string; readonly updated_at: string };

/** A conversation as one document. */
export interface ConversationDocument {
  readonly format: typeof documentFormat;
  readonly version: typeof documentVersion;
  readonly conversation: ConversationPart;
  readonly messages: readonly MessagePart[];
  readonly invocations: readonly InvocationPart[];
  /** The summary of the whole first, then those of its parts; absent where there is none. */
  readonly summaries?: readonly SummaryPart[];
}
