import { type Conversation as ConversationMessage, conversationNodeId, type Init, OperationError } from '@agent-mem/contract';
import type { GraphNode, JsonObject, NodeWrite } from '@agent-mem/storage';
import { ownProperties } from './own-properties.ts';

/** `deleting`: gone for every caller, while its messages are still being deleted. */
export type ConversationState = 'active' | 'ended' | 'archived' | 'deleting';

/** A conversation as its node holds it. */
export interface Conversation {
  /** As callers name it. The name it was started under stays, also for those who use the bare UUID. */
  readonly id: string;
  /** Version of its node; 0: not written yet. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly weight: number | null;
  readonly state: ConversationState;
  readonly title: string | null;
  readonly summary: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly endedAt: string | null;
  readonly messageCount: number;
  readonly invocationCount: number;
  /**
   * Ordinals of nodes at or below these belong to an earlier conversation of the same id, since deleted:
   * a conversation started again shares no ordinal with its deleted messages.
   */
  readonly messageBase: number;
  readonly invocationBase: number;
  /** How many messages and invocations its last end has reported; the next one reports those that came since. */
  readonly messagesAtLastEnd: number;
  readonly invocationsAtLastEnd: number;
  readonly branchOf: string | null;
  readonly branchedAt: string | null;
}

/** What a caller may say of a conversation it starts. */
export interface ConversationOpening {
  readonly title?: string | null;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Reads a node of kind Conversation. */
export function conversationOf(node: GraphNode): Conversation {
  const properties = ownProperties<ConversationProperties>(node);
  return {
    id: node.conversationId ?? node.id,
    version: node.version,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    weight: node.weight,
    state: properties.state,
    title: properties.title,
    summary: properties.summary,
    tags: properties.tags,
    metadata: properties.metadata,
    endedAt: properties.ended_at,
    messageCount: properties.message_count,
    invocationCount: properties.invocation_count,
    messageBase: properties.message_base,
    invocationBase: properties.invocation_base,
    messagesAtLastEnd: properties.told_messages ?? 0,
    invocationsAtLastEnd: properties.told_invocations ?? 0,
    branchOf: properties.branch_of,
    branchedAt: properties.branched_at,
  };
}

/** The conversation behind a node, if callers may see it. */
export function liveConversation(node: GraphNode | undefined): Conversation | null {
  if (!node || (node.status !== 'ACTIVE' && node.status !== 'ARCHIVED')) return null;
  const conversation = conversationOf(node);
  return conversation.state === 'deleting' ? null : conversation;
}

/** A conversation that is not there yet. One of the same id that was deleted stays deleted: the new one starts after its ordinals. */
export function startConversation(
  id: string,
  previous: GraphNode | undefined,
  now: string,
  opening: ConversationOpening = {},
): Conversation {
  const before = previous ? conversationOf(previous) : null;
  if (previous?.status === 'ACTIVE' && before?.state === 'deleting') {
    throw new OperationError('unavailable', `Conversation ${id} is being deleted; ask again in a moment`);
  }
  return {
    id,
    version: before?.version ?? 0,
    createdAt: now,
    updatedAt: now,
    weight: null,
    state: 'active',
    title: opening.title ?? null,
    summary: null,
    tags: opening.tags ?? [],
    metadata: opening.metadata ?? {},
    endedAt: null,
    messageCount: 0,
    invocationCount: 0,
    messageBase: before ? before.messageBase + before.messageCount : 0,
    invocationBase: before ? before.invocationBase + before.invocationCount : 0,
    messagesAtLastEnd: 0,
    invocationsAtLastEnd: 0,
    branchOf: null,
    branchedAt: null,
  };
}

/** The conversation to write to: the one that is there, open again if it had ended, or a new one. */
export function openConversation(id: string, node: GraphNode | undefined, now: string): Conversation {
  const live = liveConversation(node);
  return live ? { ...live, state: 'active', endedAt: null } : startConversation(id, node, now);
}

/** The conversation once it is over and all of it has been reported. */
export function endConversation(conversation: Conversation, now: string): Conversation {
  const { messageCount, invocationCount } = conversation;
  return {
    ...conversation,
    state: 'ended',
    endedAt: now,
    messagesAtLastEnd: messageCount,
    invocationsAtLastEnd: invocationCount,
  };
}

/** Its node, to be written only if nobody has written it since it was read. While active it falls due when it has been idle for too long (`null`: never). */
export function conversationWrite(conversation: Conversation, now: string, idleSeconds: number | null): NodeWrite {
  return {
    id: conversationNodeId(conversation.id),
    kind: 'Conversation',
    status: conversation.state === 'archived' ? 'ARCHIVED' : 'ACTIVE',
    weight: conversation.weight,
    conversationId: conversation.id,
    createdAt: conversation.createdAt,
    updatedAt: now,
    dueAt: dueAt(conversation.state, now, idleSeconds),
    properties: propertiesOf(conversation),
    expectedVersion: conversation.version,
  };
}

/** As it goes over the wire. */
export function conversationMessage(
  conversation: Conversation,
  options: { readonly weight: boolean },
): Init<ConversationMessage> {
  return {
    id: conversation.id,
    created_at: conversation.createdAt,
    updated_at: conversation.updatedAt,
    title: conversation.title,
    summary: conversation.summary,
    tags: conversation.tags,
    message_count: conversation.messageCount,
    status: conversation.state === 'deleting' ? 'ended' : conversation.state,
    metadata: conversation.metadata,
    ended_at: conversation.endedAt,
    invocation_count: conversation.invocationCount,
    version: conversation.version,
    weight: options.weight ? conversation.weight : null,
    branch_of: conversation.branchOf,
    branched_at: conversation.branchedAt,
  };
}

interface ConversationProperties {
  readonly state: ConversationState;
  readonly title: string | null;
  readonly summary: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly ended_at: string | null;
  readonly message_count: number;
  readonly invocation_count: number;
  readonly message_base: number;
  readonly invocation_base: number;
  /** Absent: none. */
  readonly told_messages?: number;
  readonly told_invocations?: number;
  readonly branch_of: string | null;
  readonly branched_at: string | null;
}

function propertiesOf(conversation: Conversation): JsonObject & ConversationProperties {
  return {
    state: conversation.state,
    title: conversation.title,
    summary: conversation.summary,
    tags: conversation.tags,
    metadata: conversation.metadata,
    ended_at: conversation.endedAt,
    message_count: conversation.messageCount,
    invocation_count: conversation.invocationCount,
    message_base: conversation.messageBase,
    invocation_base: conversation.invocationBase,
    told_messages: conversation.messagesAtLastEnd,
    told_invocations: conversation.invocationsAtLastEnd,
    branch_of: conversation.branchOf,
    branched_at: conversation.branchedAt,
  };
}

function dueAt(state: ConversationState, now: string, idleSeconds: number | null): string | null {
  if (state === 'active') return idleSeconds === null ? null : new Date(Date.parse(now) + idleSeconds * 1_000).toISOString();
  // What is being deleted is due at once, so that a crash between two batches does not leave the rest.
  return state === 'deleting' ? now : null;
}
