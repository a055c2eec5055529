import type { Scope } from '@agent-mem/contract';
import { uniqueKeyHolder } from '@agent-mem/retention';
import { type Graph, type GraphNode, nodesById } from '@agent-mem/storage';
import { mentionedEntityId, nameUniqueKeyId, storedEntity } from '../domain/entities/entity.ts';
import type { KnownNames } from '../domain/entities/plan-mentions.ts';

/** The entities of a scope that have names, by the keys of the names. One that was merged is followed to the entity that stands for it. */
export async function knownNames(graph: Pick<Graph, 'get'>, scope: Scope, keys: readonly string[]): Promise<KnownNames> {
  if (keys.length === 0) return { entities: new Map(), uniqueKeys: new Map() };
  const ids = keys.flatMap((key) => [nameUniqueKeyId(key), mentionedEntityId(key)]);
  const read = await nodesById(graph, scope, ids);
  const holders = keys.map((key) => [key, uniqueKeyHolder(read.get(nameUniqueKeyId(key))) ?? mentionedEntityId(key)] as const);
  const missing = holders.map(([, id]) => id).filter((id) => !read.has(id));
  const later = await nodesById(graph, scope, missing);
  const entities = new Map<string, GraphNode>();
  for (const [key, id] of holders) {
    const entity = await standing(graph, scope, read.get(id) ?? later.get(id));
    if (entity) entities.set(key, entity);
  }
  return { entities, uniqueKeys: read };
}

async function standing(graph: Pick<Graph, 'get'>, scope: Scope, node: GraphNode | undefined): Promise<GraphNode | null> {
  let entity = node;
  for (const passed = new Set<string>(); entity?.kind === 'Entity' && !passed.has(entity.id); ) {
    const { merged_into: into } = storedEntity.read(entity.properties);
    if (into === null || entity.status !== 'SUPERSEDED') return entity;
    passed.add(entity.id);
    [entity] = await graph.get(scope, [into]);
  }
  return null;
}
