import { conversationNodeId, OperationError, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { type Conversation, liveConversation } from './domain/conversation.ts';

/** The conversation's node, whatever its status. */
export async function conversationNode(graph: Pick<Graph, 'get'>, scope: Scope, id: string): Promise<GraphNode | undefined> {
  const [node] = await graph.get(scope, [conversationNodeId(id)]);
  return node;
}

/** The conversation; rejects with `not-found` if it is unknown or deleted. */
export async function findConversation(graph: Pick<Graph, 'get'>, scope: Scope, id: string): Promise<Conversation> {
  const conversation = liveConversation(await conversationNode(graph, scope, id));
  if (!conversation) throw new OperationError('not-found', `Conversation ${id} not found`);
  return conversation;
}

/** Conversations that are not archived and have a title of their own, those that were changed last. */
export async function newestTitled(graph: Pick<Graph, 'find'>, scope: Scope, limit: number): Promise<readonly Conversation[]> {
  const { items } = await graph.find(scope, { kinds: ['Conversation'], order: 'updatedAt', descending: true, limit });
  return items.flatMap((node) => liveConversation(node) ?? []).filter(({ title, untitled }) => untitled === null && title);
}
