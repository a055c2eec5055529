import { OperationError, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';

/** The episode's node, whatever its status. Rejects with `not-found`. */
export async function getEpisode(graph: Pick<Graph, 'get'>, scope: Scope, id: string): Promise<GraphNode> {
  const [node] = await graph.get(scope, [id]);
  if (node?.kind !== 'Episode') throw noEpisode(id);
  return node;
}

/** The refusal of an episode that is not there, or not for this caller. */
export function noEpisode(id: string): OperationError {
  return new OperationError('not-found', `Episode ${id} not found`);
}
