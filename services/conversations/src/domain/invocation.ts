import { conversationNodeId, type Init, type InvocationCompleted, type InvocationSummary } from '@agent-mem/contract';
import { type StoredInvocation, storedInvocation } from '@agent-mem/service-kit';
import type { EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import type { Conversation } from './conversation.ts';
import { newEdge } from './edge.ts';
import { invocationSummary } from './summary/invocation-summary.ts';

/** What one invocation did, to be stored with its conversation. */
export type NewInvocation = Omit<StoredInvocation, 'ordinal'> & { readonly id: string };

/** What keeping an invocation does: the conversation after it, and what to write beside its node. */
export interface AddedInvocation {
  readonly conversation: Conversation;
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
}

/** Puts an invocation at the next ordinal of a conversation. */
export function addInvocation(conversation: Conversation, invocation: NewInvocation, now: string): AddedInvocation {
  const ordinal = conversation.invocation_count + 1;
  const node: NodeWrite = {
    id: invocation.id,
    kind: 'Invocation',
    conversationId: conversation.id,
    ordinal: conversation.invocation_base + ordinal,
    createdAt: now,
    updatedAt: now,
    properties: storedInvocation.write({ ...invocation, ordinal }),
    expectedVersion: 0,
  };
  const edges = [newEdge('HAS_INVOCATION', conversationNodeId(conversation.id), invocation.id, now)];
  return { conversation: { ...conversation, invocation_count: ordinal }, nodes: [node], edges };
}

/** Whether what was said in the invocation has been stored, even if it was deleted since. */
export function isExchangeStored(node: GraphNode | undefined): boolean {
  return node !== undefined && storedInvocation.read(node.properties).message_ids !== null;
}

/** The node of a stored invocation with other values of some members. */
export function changedInvocation(
  { version, properties, ...rest }: GraphNode,
  changes: Partial<StoredInvocation>,
  now: string,
): NodeWrite {
  return { ...rest, updatedAt: now, properties: { ...properties, ...storedInvocation.write(changes) }, expectedVersion: version };
}

/** Whether what an invocation did is said in the words of rules, and by nobody else. */
export function isSaidByRules(node: GraphNode, completed: InvocationCompleted): boolean {
  return (
    node.status === 'ACTIVE' && storedInvocation.read(node.properties).summary === invocationSummary(completed, null).summary
  );
}

/** As it goes over the wire. */
export function invocationMessage(node: GraphNode): Init<InvocationSummary> {
  const { query, summary, result, timestamp } = storedInvocation.read(node.properties);
  return { query, summary, result, timestamp, invocation_id: node.id };
}
