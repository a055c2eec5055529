import { OperationError, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { isShown } from './domain/nodes/node-message.ts';
import { namedNodes } from './named-nodes.ts';

/** The node that a caller names by its id, its bare UUID or a conversation's own name; rejects with `not-found` if there is none that callers may see. */
export async function shownNode(graph: Pick<Graph, 'get'>, scope: Scope, id: string): Promise<GraphNode> {
  const node = (await namedNodes(graph, scope, [id])).get(id);
  if (!node || !isShown(node)) throw new OperationError('not-found', `Node ${id} not found`);
  return node;
}
