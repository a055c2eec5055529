import { type Init, type Message, newId } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { storedCompaction, summaryText } from '@agent-mem/retention';
import { type StoredMessage, storedMessage } from '@agent-mem/service-kit';
import type { GraphNode, JsonObject } from '@agent-mem/storage';
import { toolCallMessages } from './tool-call.ts';

/** A message to append. */
export type NewMessage = Readonly<
  Pick<Message, 'id' | 'role' | 'content' | 'reasoning' | 'speaker' | 'metadata' | 'tool_calls'> &
    Partial<Pick<Message, 'metadata_json'>> & {
      /** When it was said; `null`: when we received it. */
      timestamp: string | null;
    }
>;

/** A message as a caller gives it, under a new id. `now`: milliseconds since 1970. */
export function newMessage(given: Omit<NewMessage, 'id'>, now: number): NewMessage {
  const { role, content, reasoning, timestamp, speaker, metadata, metadata_json, tool_calls } = given;
  return {
    id: newId('msg', now),
    role,
    content,
    reasoning,
    timestamp,
    speaker: speaker || null,
    metadata,
    metadata_json,
    tool_calls,
  };
}

/** What a node of kind Message holds. */
export function readMessage(node: GraphNode): StoredMessage {
  return node.kind === 'Summary' ? messageOfSummary(node) : storedMessage.read(node.properties);
}

/** A summary in the place of messages, as a message. */
function messageOfSummary(node: GraphNode): StoredMessage {
  const { timestamp } = storedCompaction.read(node.properties);
  const content = summaryText(node);
  return { ...storedMessage.read({}), role: 'system', content, timestamp, token_count: countTokens(content) };
}

/** The properties of a message with its ordinal. */
export function messageProperties(
  message: NewMessage,
  position: Pick<StoredMessage, 'ordinal' | 'token_count' | 'tool_call_ids' | 'tool_result_ids' | 'embedded'>,
  receivedAt: string,
): JsonObject {
  const later = { metadata_json: message.metadata_json ?? undefined, embedded: position.embedded ? undefined : false };
  return storedMessage.write({ ...message, ...position, ...later, timestamp: message.timestamp ?? receivedAt });
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
  const { tool_call_ids, tool_result_ids: _, embedded: __, ...message } = readMessage(node);
  return {
    ...message,
    id: node.id,
    conversation_id: node.conversationId,
    reasoning: view.reasoning ? message.reasoning : null,
    received_at: node.createdAt,
    status: node.status,
    tool_calls: view.toolCalls ? toolCallMessages(tool_call_ids, related, { weight: view.weights }) : [],
    weight: view.weights ? node.weight : null,
  };
}

/** Ids of a message's tool calls and their results. */
export function relatedIds(node: GraphNode): readonly string[] {
  const { tool_call_ids, tool_result_ids } = readMessage(node);
  return [...tool_call_ids, ...tool_result_ids];
}
