import { OperationError, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { isShown } from './domain/nodes/node-message.ts';

/** The node of an id; rejects with `not-found` if there is none that callers may see. */
export async function shownNode(graph: Pick<Graph, 'get'>, scope: Scope, id: string): Promise<GraphNode> {
  const [node] = await graph.get(scope, [id]);
  if (!node || !isShown(node)) throw new OperationError('not-found', `Node ${id} not found`);
  return node;
}
