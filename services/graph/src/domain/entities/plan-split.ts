import { newId } from '@agent-mem/contract';
import { nameKey } from '@agent-mem/recall/names';
import { claimUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedEntity, keysOf, namesOf, nameUniqueKeyId, storedEntity } from './entity.ts';

/** An entity that is split, and what it is split into. */
export interface Split {
  readonly from: GraphNode;
  readonly name: string;
  /** The entity that had the name and was merged into the other; `null`: none. */
  readonly merged: GraphNode | null;
}

/** The names that go with a part of an entity. */
export function splitNames({ name, merged }: Split): readonly string[] {
  return merged ? namesOf(merged) : [name];
}

/**
 * Makes an entity of its own, or brings one back that was merged; it is the first of the nodes. The other has its names no more, but for its own name.
 * `uniqueKeys`: those of `splitNames`, by id. `now`: milliseconds since 1970.
 */
export function planSplit(
  split: Split,
  uniqueKeys: ReadonlyMap<string, GraphNode>,
  now: number,
): readonly [NodeWrite, ...NodeWrite[]] {
  const { from, name, merged } = split;
  const at = new Date(now).toISOString();
  const { name: ownName, aliases, made_by } = storedEntity.read(from.properties);
  const lent = new Set(keysOf(merged ? (storedEntity.read(merged.properties).lent ?? []) : [name]));
  const left = aliases.filter((alias) => !lent.has(nameKey(alias)));
  const part = merged
    ? changedEntity(merged, { status: 'ACTIVE', entity: { merged_into: null, lent: null, split_from: from.id } }, 'split', at)
    : newEntity(name, from.id, made_by, now);
  const others: NodeWrite[] = [changedEntity(from, { entity: { aliases: left } }, 'split', at)];
  const kept = new Set(keysOf([ownName, ...left]));
  for (const key of keysOf(splitNames(split)).filter((each) => !kept.has(each))) {
    const id = nameUniqueKeyId(key);
    const holder = uniqueKeyHolder(uniqueKeys.get(id));
    if (holder === null || holder === from.id) others.push(claimUniqueKey(id, uniqueKeys.get(id), part.id, at));
  }
  return [part, ...others];
}

function newEntity(name: string, from: string, made_by: string | null, now: number): NodeWrite {
  const at = new Date(now).toISOString();
  return {
    id: newId('ent', now),
    kind: 'Entity',
    createdAt: at,
    updatedAt: at,
    indexedVersion: 0,
    properties: storedEntity.write({ name, split_from: from, ...(made_by !== null && { made_by }) }),
    expectedVersion: 0,
    record: 'split',
  };
}
