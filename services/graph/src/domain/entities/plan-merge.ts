import { OperationError } from '@agent-mem/contract';
import { nameKey } from '@agent-mem/recall/names';
import { claimUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedEntity, keysOf, mostAliases, namesOf, nameUniqueKeyId, storedEntity } from './entity.ts';

/**
 * Makes entities a part of another, which has their names from then on. Those that are a part of it already change nothing. `uniqueKeys`: those of their
 * names, by id. `now`: ISO 8601, UTC. Throws `failed-precondition` where it would have too many names.
 */
export function planMerge(
  into: GraphNode,
  others: readonly GraphNode[],
  uniqueKeys: ReadonlyMap<string, GraphNode>,
  now: string,
): readonly NodeWrite[] {
  const merged = others.filter(({ status }) => status === 'ACTIVE');
  if (merged.length === 0) return [];
  const { aliases, made_by } = storedEntity.read(into.properties);
  const known = new Set(keysOf(namesOf(into)));
  const names = [...aliases];
  const nodes: NodeWrite[] = [];
  for (const node of merged) {
    const lent = namesOf(node).filter((name) => isAdded(known, nameKey(name)));
    names.push(...lent);
    const entity = { merged_into: into.id, lent, split_from: null };
    nodes.push(changedEntity(node, { status: 'SUPERSEDED', entity }, 'merged', now));
  }
  if (names.length > mostAliases)
    throw new OperationError(
      'failed-precondition',
      `merge_entities.ids: ${into.id} would have ${names.length} aliases; an entity has at most ${mostAliases}`,
    );
  // What a caller made is not to go with what mentions it.
  const isOwn = merged.every((node) => storedEntity.read(node.properties).made_by === made_by);
  nodes.push(changedEntity(into, { entity: { aliases: names, made_by: isOwn ? made_by : null } }, 'merged', now));
  const gone = new Set(merged.map(({ id }) => id));
  for (const id of keysOf(merged.flatMap(namesOf)).map(nameUniqueKeyId)) {
    const holder = uniqueKeyHolder(uniqueKeys.get(id));
    if (holder === null || gone.has(holder)) nodes.push(claimUniqueKey(id, uniqueKeys.get(id), into.id, now));
  }
  return nodes;
}

function isAdded(known: Set<string>, key: string): boolean {
  const isNew = key !== '' && !known.has(key);
  known.add(key);
  return isNew;
}
