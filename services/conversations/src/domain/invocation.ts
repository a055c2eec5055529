import { conversationNodeId, type Init, type InvocationSummary, newId } from '@agent-mem/contract';
import type { EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import type { Conversation } from './conversation.ts';
import { ownProperties } from './own-properties.ts';

/** What one invocation did, to be stored with its conversation. */
export interface InvocationDraft {
  readonly id: string;
  readonly query: string;
  readonly summary: string;
  readonly result: string;
  /** When it ended. */
  readonly timestamp: string;
  /** The messages of what was said in it; `null`: not stored. */
  readonly messageIds: readonly string[] | null;
  /** Facts may be learned from what was said in it. */
  readonly learns: boolean;
}

/** What keeping an invocation does: the conversation after it, and what to write beside its node. */
export interface AddedInvocation {
  readonly conversation: Conversation;
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
}

/** Puts an invocation at the next ordinal of a conversation. */
export function addInvocation(conversation: Conversation, draft: InvocationDraft, now: string): AddedInvocation {
  const ordinal = conversation.invocationCount + 1;
  const node: NodeWrite = {
    id: draft.id,
    kind: 'Invocation',
    conversationId: conversation.id,
    ordinal: conversation.invocationBase + ordinal,
    createdAt: now,
    updatedAt: now,
    properties: {
      query: draft.query,
      summary: draft.summary,
      result: draft.result,
      timestamp: draft.timestamp,
      message_ids: draft.messageIds,
      // The node's own ordinal also counts those of deleted conversations of the same id.
      ordinal,
      learns: draft.learns,
    },
    expectedVersion: 0,
  };
  const edge: EdgeWrite = {
    id: newId('edge', Date.parse(now)),
    kind: 'HAS_INVOCATION',
    from: conversationNodeId(conversation.id),
    to: draft.id,
    createdAt: now,
  };
  return { conversation: { ...conversation, invocationCount: ordinal }, nodes: [node], edges: [edge] };
}

/** Whether what was said in the invocation has been stored, even if it was deleted since. */
export function isExchangeStored(node: GraphNode | undefined): boolean {
  return Array.isArray(node?.properties.message_ids);
}

/** The node of an invocation that came by Update, with the messages of what was said in it. */
export function withExchange(
  node: GraphNode,
  { messageIds, learns }: Pick<InvocationDraft, 'messageIds' | 'learns'>,
  now: string,
): NodeWrite {
  const { version, properties, ...rest } = node;
  return { ...rest, updatedAt: now, properties: { ...properties, message_ids: messageIds, learns }, expectedVersion: version };
}

/** As it goes over the wire. */
export function invocationMessage(node: GraphNode): Init<InvocationSummary> {
  const { query, summary, result, timestamp } = ownProperties<Omit<InvocationDraft, 'id'>>(node);
  return { query, summary, result, timestamp, invocation_id: node.id };
}
