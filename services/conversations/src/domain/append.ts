import { completeEvent, conversationNodeId, type Event, newId, type Scope, uuidV7 } from '@agent-mem/contract';
import type { EdgeWrite, NodeWrite } from '@agent-mem/storage';
import type { Conversation } from './conversation.ts';
import { type MessageDraft, messageNodeProperties } from './message.ts';
import { toolCallWrites } from './tool-call.ts';

/** What appending messages does: the conversation after it, and what to write beside its node. */
export interface Appended {
  readonly conversation: Conversation;
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
  readonly events: readonly Event[];
  readonly messages: readonly { readonly id: string; readonly ordinal: number; readonly tokenCount: number }[];
}

/** Gives messages the next ordinals of a conversation. They hold only if the conversation's node is written at the version it was read at. */
export function appendMessages(scope: Scope, conversation: Conversation, drafts: readonly MessageDraft[], now: string): Appended {
  const parts = drafts.map((draft, index) =>
    messageWrites(scope, conversation, draft, conversation.messageCount + index + 1, now),
  );
  return {
    conversation: { ...conversation, messageCount: conversation.messageCount + drafts.length },
    nodes: parts.flatMap((part) => part.nodes),
    edges: parts.flatMap((part) => part.edges),
    events: parts.map((part) => part.event),
    messages: parts.map((part) => part.message),
  };
}

function messageWrites(scope: Scope, conversation: Conversation, draft: MessageDraft, ordinal: number, now: string) {
  const calls = toolCallWrites(draft.toolCalls, { id: draft.id, conversationId: conversation.id }, now);
  const properties = messageNodeProperties(draft, { ordinal, receivedAt: now }, calls);
  const node: NodeWrite = {
    id: draft.id,
    kind: 'Message',
    conversationId: conversation.id,
    ordinal: conversation.messageBase + ordinal,
    createdAt: now,
    updatedAt: now,
    indexedVersion: 0,
    properties,
    expectedVersion: 0,
  };
  const edge: EdgeWrite = {
    id: newId('edge', Date.parse(now)),
    kind: 'HAS_MESSAGE',
    from: conversationNodeId(conversation.id),
    to: draft.id,
    createdAt: now,
  };
  return {
    nodes: [node, ...calls.nodes],
    edges: [edge, ...calls.edges],
    event: messageAppended(scope, conversation.id, { id: draft.id, role: draft.role, ordinal }, now),
    message: { id: draft.id, ordinal, tokenCount: properties.token_count },
  };
}

function messageAppended(
  scope: Scope,
  conversationId: string,
  message: { readonly id: string; readonly role: string; readonly ordinal: number },
  now: string,
): Event {
  return completeEvent({
    id: uuidV7(Date.parse(now)),
    type: 'message-appended',
    conversation_id: conversationId,
    workspace: scope.workspace,
    user: scope.user,
    collection: scope.collection,
    timestamp: now,
    data: { message_appended: { message_id: message.id, role: message.role, ordinal: message.ordinal } },
  });
}
