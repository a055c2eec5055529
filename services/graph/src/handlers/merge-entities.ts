import { canonicalId, OperationError, type Scope } from '@agent-mem/contract';
import type { Handler } from '@agent-mem/service-kit';
import { type Graph, type GraphNode, nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { keysOf, namesOf, nameUniqueKeyId, storedEntity } from '../domain/entities/entity.ts';
import { planMerge } from '../domain/entities/plan-merge.ts';
import { nodeMessage } from '../domain/nodes/node-message.ts';
import { activeEntity, entityOf, notActive } from '../entities/entity-of.ts';
import { mentionsOf } from '../entities/mentions-of.ts';
import { moveMentions } from '../entities/move-mentions.ts';

/** Makes entities a part of one, with their names and what mentions them. A repeat goes on where the first was cut off. */
export const mergeEntities: Handler<'graph', 'merge_entities', Config> = async (request, context) => {
  const { graph, scope, clock, signal } = context;
  const ids = [...new Set(request.ids.map(wholeId))];
  if (ids.includes(wholeId(request.into_id)))
    throw new OperationError('invalid-argument', 'merge_entities.ids: an entity is not merged into itself');
  const into = await activeEntity(graph, scope, request.into_id, 'merge_entities.into_id');
  const others = await Promise.all(ids.map((id) => mergeable(graph, scope, id, into.id)));

  const uniqueKeyIds = keysOf(others.flatMap(namesOf)).map(nameUniqueKeyId);
  const uniqueKeys = await nodesById(graph, scope, uniqueKeyIds);
  const nodes = planMerge(into, others, uniqueKeys, new Date(clock.now()).toISOString());
  if (nodes.length > 0) await graph.commit(scope, { nodes });
  const edges = await Promise.all(ids.map((id) => mentionsOf(graph, scope, id, 'in')));
  await moveMentions(graph, scope, edges.flat(), into.id);

  const now = await nodesById(graph, scope, [into.id, ...ids]);
  const messageOf = (node: GraphNode) => nodeMessage(now.get(node.id) ?? node, { weight: true });
  const reply = { node: messageOf(into), merged: others.map(messageOf) };
  await graph.commit(scope, {}, reply);
  await context.index(scope, [into.id, ...ids], { signal });
  return reply;
};

/** An entity may be named by its bare UUID. */
function wholeId(id: string): string {
  return canonicalId('ent', id) ?? id;
}

async function mergeable(graph: Pick<Graph, 'get'>, scope: Scope, id: string, into: string): Promise<GraphNode> {
  const node = await entityOf(graph, scope, id, 'merge_entities.ids');
  const isMerged = node.status === 'SUPERSEDED' && storedEntity.read(node.properties).merged_into === into;
  if (node.status !== 'ACTIVE' && !isMerged) throw notActive(node, 'merge_entities.ids');
  return node;
}
