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
