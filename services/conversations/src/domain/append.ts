import { conversationNodeId, type Event, newEvent, type Scope } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import type { EdgeWrite, NodeWrite } from '@agent-mem/storage';
import type { Conversation } from './conversation.ts';
import { newEdge } from './edge.ts';
import { messageProperties, type NewMessage } from './message.ts';
import { withTitle } from './title.ts';
import { toolCallWrites } from './tool-call.ts';

/** What appending messages does: the conversation after it, and what to write beside its node. */
export interface Appended {
  readonly conversation: Conversation;
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
  readonly events: readonly Event[];
  readonly messages: readonly { readonly id: string; readonly ordinal: number; readonly tokenCount: number }[];
}

/** How messages are appended. */
export interface AppendOptions {
  /** Where an instance waits for what is learned from them; `null`: none does. Default `null`. */
  readonly waitingClient?: string | null;
  /** Whether messages get vectors where the conversation does not say otherwise. */
  readonly embeds: boolean;
}

/** Where and when. */
interface Appending {
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly now: string;
}

/** Gives messages the next ordinals of a conversation. They hold only if the conversation's node is written at the version it was read at. */
export function appendMessages(
  scope: Scope,
  conversation: Conversation,
  messages: readonly NewMessage[],
  now: string,
  options: AppendOptions,
): Appended {
  const parts = messages.map((message, index) =>
    messageWrites(message, conversation.message_count + index + 1, { scope, conversation, now, ...options }),
  );
  return {
    conversation: { ...withTitle(conversation, messages), message_count: conversation.message_count + messages.length },
    nodes: parts.flatMap((part) => part.nodes),
    edges: parts.flatMap((part) => part.edges),
    events: parts.map((part) => part.event),
    messages: parts.map((part) => part.message),
  };
}

function messageWrites(
  message: NewMessage,
  ordinal: number,
  { scope, conversation, now, waitingClient = null, embeds }: AppendOptions & Appending,
) {
  const calls = toolCallWrites(message.tool_calls, { id: message.id, conversationId: conversation.id }, now);
  const tokenCount = countTokens(message.content);
  const embedded = conversation.embed_messages ?? embeds;
  const position = { ordinal, token_count: tokenCount, embedded, tool_call_ids: calls.callIds, tool_result_ids: calls.resultIds };
  const node: NodeWrite = {
    id: message.id,
    kind: 'Message',
    conversationId: conversation.id,
    ordinal: conversation.message_base + ordinal,
    createdAt: now,
    updatedAt: now,
    indexedVersion: 0,
    properties: messageProperties(message, position, now),
    expectedVersion: 0,
  };
  const edge = newEdge('HAS_MESSAGE', conversationNodeId(conversation.id), message.id, now);
  const message_appended = {
    message_id: message.id,
    role: message.role,
    ordinal,
    waiting_client: waitingClient,
    flow: conversation.flow,
  };
  return {
    nodes: [node, ...calls.nodes],
    edges: [edge, ...calls.edges],
    event: newEvent(scope, conversation.id, { type: 'message-appended', data: { message_appended } }, Date.parse(now)),
    message: { id: message.id, ordinal, tokenCount },
  };
}
