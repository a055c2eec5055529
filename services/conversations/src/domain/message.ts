import type { Init, Message, ToolCall } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import type { GraphNode, JsonObject } from '@agent-mem/storage';
import { ownProperties } from './own-properties.ts';
import { toolCallMessages } from './tool-call.ts';

/** A message to append. */
export interface MessageDraft {
  readonly id: string;
  readonly role: Message['role'];
  readonly content: string;
  readonly reasoning: string | null;
  /** When it was said; `null`: when we received it. */
  readonly timestamp: string | null;
  readonly speaker: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly toolCalls: readonly ToolCall[];
}

/** What a Message node holds. */
export interface MessageProperties {
  readonly role: Message['role'];
  readonly content: string;
  readonly reasoning: string | null;
  readonly timestamp: string;
  readonly token_count: number;
  /** Ordinal in its conversation, from 1; the node's own also counts those of deleted conversations of the same id. */
  readonly ordinal: number;
  readonly speaker: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tool_call_ids: readonly string[];
  readonly tool_result_ids: readonly string[];
}

/** Reads a node of kind Message. */
export function messageProperties(node: GraphNode): MessageProperties {
  return ownProperties<MessageProperties>(node);
}

/** The properties of a message at its ordinal. */
export function messageNodeProperties(
  draft: MessageDraft,
  position: { readonly ordinal: number; readonly receivedAt: string },
  calls: { readonly callIds: readonly string[]; readonly resultIds: readonly string[] },
): JsonObject & MessageProperties {
  return {
    role: draft.role,
    content: draft.content,
    reasoning: draft.reasoning,
    timestamp: draft.timestamp ?? position.receivedAt,
    token_count: countTokens(draft.content),
    ordinal: position.ordinal,
    speaker: draft.speaker,
    metadata: draft.metadata,
    tool_call_ids: calls.callIds,
    tool_result_ids: calls.resultIds,
  };
}

/** Which parts of a message an answer shows. */
export interface MessageView {
  readonly toolCalls: boolean;
  readonly reasoning: boolean;
  readonly weights: boolean;
}

/** As it goes over the wire. `related` holds the nodes of its tool calls and results. */
export function messageMessage(
  node: GraphNode,
  view: MessageView,
  related: ReadonlyMap<string, GraphNode> = new Map(),
): Init<Message> {
  const properties = messageProperties(node);
  return {
    id: node.id,
    conversation_id: node.conversationId,
    role: properties.role,
    content: properties.content,
    reasoning: view.reasoning ? properties.reasoning : null,
    timestamp: properties.timestamp,
    received_at: node.createdAt,
    token_count: properties.token_count,
    ordinal: properties.ordinal,
    speaker: properties.speaker,
    metadata: properties.metadata,
    status: node.status,
    tool_calls: view.toolCalls ? toolCallMessages(properties.tool_call_ids, related, { weight: view.weights }) : [],
    weight: view.weights ? node.weight : null,
  };
}

/** Ids of a message's tool calls and their results. */
export function relatedIds(node: GraphNode): readonly string[] {
  const properties = messageProperties(node);
  return [...properties.tool_call_ids, ...properties.tool_result_ids];
}
