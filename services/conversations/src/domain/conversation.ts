import { type Conversation as ConversationMessage, conversationNodeId, type Init, OperationError } from '@agent-mem/contract';
import { type GraphNode, type JsonObject, type NodeWrite, storedMembers } from '@agent-mem/storage';
import type { View } from './view/view.ts';

/** `deleting`: gone for every caller, while its messages are still being deleted. */
export type ConversationState = 'active' | 'ended' | 'archived' | 'deleting';

/** What the node of a conversation holds in its properties. */
interface StoredConversation
  extends Readonly<
    Pick<ConversationMessage, 'title' | 'summary' | 'tags' | 'metadata' | 'ended_at' | 'branch_of' | 'branched_at'> &
      Pick<ConversationMessage, 'message_count' | 'invocation_count' | 'metadata_json' | 'merged_into' | 'archived_by'> &
      Pick<ConversationMessage, 'embed_messages' | 'max_context_messages' | 'file_path'> &
      Pick<ConversationMessage, 'enable_summarization' | 'summarize_every'>
  > {
  readonly state: ConversationState;
  /**
   * Ordinals of nodes at or below these belong to an earlier conversation of the same id, since deleted:
   * a conversation started again shares no ordinal with its deleted messages.
   */
  readonly message_base: number;
  readonly invocation_base: number;
  /** How many messages and invocations its last end has reported: the next end reports those that came since. */
  readonly told_messages: number;
  readonly told_invocations: number;
  /** The TrustGraph flow of its last invocation, as events name it. */
  readonly flow: string | null;
  /** When its deletion began; `null`: it is not deleted, or a version that did not note it deleted it. */
  readonly deleted_at: string | null;
  /** Which messages it shows; `null`: those that were appended to it. */
  readonly view: View | null;
  /** Nobody has given it a title: the one that it gets with its first answer, empty before its first question. `null`: it has its title. */
  readonly untitled: string | null;
  /** The message whose words the title has, also one that is not shown yet: it goes when that is erased. `null`: it was given. */
  readonly titled_by: string | null;
}

const stored = storedMembers<StoredConversation>('Conversation', {
  state: 'active',
  title: null,
  summary: null,
  tags: [],
  metadata: {},
  ended_at: null,
  message_count: 0,
  invocation_count: 0,
  message_base: 0,
  invocation_base: 0,
  told_messages: 0,
  told_invocations: 0,
  flow: null,
  branch_of: null,
  branched_at: null,
  metadata_json: null,
  merged_into: null,
  archived_by: null,
  embed_messages: null,
  max_context_messages: null,
  enable_summarization: null,
  summarize_every: null,
  file_path: null,
  deleted_at: null,
  view: null,
  untitled: null,
  titled_by: null,
});

/**
 * A conversation on its way. Its id is as callers name it: the name it was started under stays, also for those who use the bare UUID.
 * Version 0: it is not written yet.
 */
export interface Conversation
  extends StoredConversation,
    Readonly<Pick<ConversationMessage, 'id' | 'version' | 'created_at' | 'updated_at' | 'weight'>> {}

/** What a caller may say of a conversation it starts. */
export type ConversationOpening = Partial<
  Readonly<
    Pick<ConversationMessage, 'title' | 'tags' | 'metadata' | 'metadata_json' | 'embed_messages' | 'max_context_messages'> &
      Pick<ConversationMessage, 'enable_summarization' | 'summarize_every'>
  >
>;

/** Reads a node of kind Conversation. */
export function conversationOf(node: GraphNode): Conversation {
  return {
    ...stored.read(node.properties),
    id: node.conversationId ?? node.id,
    version: node.version,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
    weight: node.weight,
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
    ...stored.read({}),
    id,
    version: before?.version ?? 0,
    created_at: now,
    updated_at: now,
    weight: null,
    title: opening.title || null,
    untitled: opening.title ? null : '',
    tags: opening.tags ?? [],
    metadata: opening.metadata ?? {},
    metadata_json: opening.metadata_json ?? null,
    embed_messages: opening.embed_messages ?? null,
    max_context_messages: opening.max_context_messages ?? null,
    enable_summarization: opening.enable_summarization ?? null,
    summarize_every: opening.summarize_every ?? null,
    message_base: before ? before.message_base + before.message_count : 0,
    invocation_base: before ? before.invocation_base + before.invocation_count : 0,
  };
}

/** No conversation comes near it; a document that a version before imported may name any number. */
const mostCounted = 2 ** 52;

/** The conversation to write to: the one that is there, open again if it had ended, or a new one. One that was merged is only read. */
export function openConversation(id: string, node: GraphNode | undefined, now: string): Conversation {
  const live = liveConversation(node);
  // One that a version before stored as merged into itself has its own messages.
  if (live?.merged_into && conversationNodeId(live.merged_into) !== conversationNodeId(live.id)) {
    throw new OperationError('failed-precondition', `Conversation ${id} was merged into ${live.merged_into}: append there`);
  }
  const open = { state: 'active', merged_into: null, ended_at: null, archived_by: null } as const;
  const opened = live ? { ...live, ...open } : startConversation(id, node, now);
  const { message_base, message_count, invocation_base, invocation_count } = opened;
  // Stores cannot read a record back whose ordinal is beyond 2^53, and it would hold up the records behind it.
  if (Math.max(message_base + message_count, invocation_base + invocation_count) > mostCounted)
    throw new OperationError('failed-precondition', `Conversation ${id} has no ordinals left: start one under another id`);
  return opened;
}

/** The conversation once it is over and all of it has been reported. */
export function endConversation(conversation: Conversation, now: string): Conversation {
  const { message_count, invocation_count } = conversation;
  return {
    ...conversation,
    state: 'ended',
    ended_at: now,
    told_messages: message_count,
    told_invocations: invocation_count,
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
    createdAt: conversation.created_at,
    updatedAt: now,
    dueAt: dueAt(conversation.state, now, idleSeconds),
    properties: storedProperties(conversation),
    expectedVersion: conversation.version,
  };
}

/** Stored where they say nothing too, as every version has done. Members that came later are left out there. */
const alwaysStored: ReadonlySet<string> = new Set<keyof Conversation>([
  'title',
  'summary',
  'ended_at',
  'branch_of',
  'branched_at',
]);

function storedProperties(conversation: Conversation): JsonObject {
  const said = Object.entries(conversation).filter(([name, value]) => value !== null || alwaysStored.has(name));
  return stored.write(Object.fromEntries(said));
}

/** As it goes over the wire. */
export function conversationMessage(
  conversation: Conversation,
  options: { readonly weight: boolean },
): Init<ConversationMessage> {
  const {
    state,
    message_base,
    invocation_base,
    told_messages,
    told_invocations,
    flow,
    deleted_at,
    view,
    untitled,
    titled_by,
    ...message
  } = conversation;
  return {
    ...message,
    status: state === 'deleting' ? 'ended' : state,
    weight: options.weight ? conversation.weight : null,
  };
}

function dueAt(state: ConversationState, now: string, idleSeconds: number | null): string | null {
  if (state === 'active') return idleSeconds === null ? null : new Date(Date.parse(now) + idleSeconds * 1_000).toISOString();
  // What is being deleted is due at once, so that a crash between two batches does not leave the rest.
  return state === 'deleting' ? now : null;
}
