import { canonicalId, OperationError, type Scope } from '@agent-mem/contract';
import type { WeighedEntity } from '@agent-mem/service-kit';
import type { Graph } from '@agent-mem/storage';
import { shownNode } from '../shown-node.ts';

/** The node or edge of an id; rejects with `not-found` if there is none. */
export async function findEntity(
  graph: Pick<Graph, 'get' | 'edges'>,
  scope: Scope,
  type: 'NODE' | 'EDGE',
  id: string,
): Promise<WeighedEntity> {
  if (type === 'NODE') return shownNode(graph, scope, id);
  const [edge] = await graph.edges(scope, [canonicalId('edge', id) ?? id]);
  if (!edge) throw new OperationError('not-found', `Edge ${id} not found`);
  return edge;
}
