import { OperationError, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';

/** The fact's node, whatever its status. Rejects with `not-found`. */
export async function getFact(graph: Pick<Graph, 'get'>, scope: Scope, id: string): Promise<GraphNode> {
  const [node] = await graph.get(scope, [id]);
  if (node?.kind !== 'Fact') throw noFact(id);
  return node;
}

/** The refusal of a fact that is not there, or not for this caller. */
export function noFact(id: string): OperationError {
  return new OperationError('not-found', `Fact ${id} not found`);
}
