import type { Scope } from '@agent-mem/contract';
import { claimUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import { type Graph, type NodeWrite, nodesById } from '@agent-mem/storage';
import { keysOf, namesOf, nameUniqueKeyId } from '../domain/entities/entity.ts';

/** The unique keys that give an entity those of its names that no other has. `now`: ISO 8601, UTC. */
export async function freeNames(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  entity: Pick<NodeWrite, 'id' | 'properties'>,
  now: string,
): Promise<readonly NodeWrite[]> {
  const ids = keysOf(namesOf(entity)).map(nameUniqueKeyId);
  const seen = await nodesById(graph, scope, ids);
  const free = ids.filter((id) => uniqueKeyHolder(seen.get(id)) === null);
  return free.map((id) => claimUniqueKey(id, seen.get(id), entity.id, now));
}
