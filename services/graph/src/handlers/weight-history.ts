import { idsNamedBy, OperationError } from '@agent-mem/contract';
import { type Handler, readWeightChange } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { isShown } from '../domain/nodes/node-message.ts';

/** The changes of the weight of a node or an edge, newest first. */
export const weightHistory: Handler<'graph', 'weight_history', unknown> = async (request, { graph, scope }) => {
  const { entity_id, limit, cursor } = request;
  const named = idsNamedBy(entity_id);
  const [nodes, edges] = await Promise.all([graph.get(scope, named), graph.edges(scope, named)]);
  const there = new Set([...nodes.filter(isShown), ...edges].map(({ id }) => id));
  const id = named.find((each) => there.has(each));
  if (id === undefined) throw new OperationError('not-found', `Node or edge ${entity_id} not found`);
  const where = { entity_id: id };
  const query = { kinds: ['WeightChange'], where, order: 'ordinal', descending: true, limit, cursor } as const;
  const page = await graph.find(scope, query);
  return { changes: page.items.map(changeMessage), next_cursor: page.nextCursor };
};

function changeMessage(node: GraphNode) {
  const { new_weight, old_weight, changed_by, reason } = readWeightChange(node);
  return { weight: new_weight, old_weight, changed_by, reason, changed_at: node.createdAt };
}
