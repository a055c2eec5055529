import type { FoundName } from '@agent-mem/recall/names';
import { claimUniqueKey } from '@agent-mem/retention';
import type { Change, EdgeWrite, GraphEdge, GraphNode, NodeWrite } from '@agent-mem/storage';
import { mentionedEntity, mentionedEntityId, nameUniqueKeyId } from './entity.ts';
import { changedMention, keysOfMention, mentionEdge, mentioned, mentions } from './mention.ts';

/** What a scope knows of the names in a text. */
export interface KnownNames {
  /** By the key of a name: the entity that has it. */
  readonly entities: ReadonlyMap<string, GraphNode>;
  /** By id: the unique keys of the names that there are, held or not. */
  readonly uniqueKeys: ReadonlyMap<string, GraphNode>;
}

/** What a node's names come to. */
export type PlannedMentions = Required<Pick<Change, 'nodes' | 'edges' | 'expect'>>;

/**
 * Joins a node to the entities that it names: to those that are there, and to new ones for other names. A mention that stands stays where it is, also
 * where a caller has moved it to another entity; of what the node names no more remains that it did.
 */
export function planMentions(
  node: Pick<GraphNode, 'id' | 'version'>,
  names: readonly FoundName[],
  seen: readonly GraphEdge[],
  known: KnownNames,
  now: string,
): PlannedMentions {
  const isName = ({ key, isSure }: FoundName) => isSure || known.entities.has(key);
  const own = names.filter(isName);
  const standing = new Set(seen.flatMap(keysOfMention));
  const nodes: NodeWrite[] = [];
  const expected = new Map<string, number>();
  const joined = new Map<string, string[]>();
  for (const { name, key } of own.filter((each) => !standing.has(each.key))) {
    const entity = known.entities.get(key);
    const to = entity?.id ?? mentionedEntityId(key);
    if (entity) expected.set(to, entity.version);
    else nodes.push(mentionedEntity(name, key, now), claimed(key, to, known, now));
    joined.set(to, [...(joined.get(to) ?? []), key]);
  }

  const keys = new Set(own.map(({ key }) => key));
  const edges = seen.flatMap((edge) => {
    const added = joined.get(edge.to) ?? [];
    joined.delete(edge.to);
    return restated(edge, added, keys);
  });
  const taken = new Set(seen.map(({ id }) => id));
  for (const [to, by] of joined) edges.push(mentionEdge({ from: node.id, to, names: by }, taken, now));
  // The node is as it was read: it was neither erased nor changed meanwhile.
  const ends = [...expected].map(([id, version]) => ({ id, version }));
  return { nodes, edges, expect: [{ id: node.id, version: node.version }, ...ends] };
}

function claimed(key: string, holder: string, { uniqueKeys }: KnownNames, now: string): NodeWrite {
  const id = nameUniqueKeyId(key);
  return claimUniqueKey(id, uniqueKeys.get(id), holder, now);
}

/** A mention as the node's names have it now; none: it stands so already, or a caller drew it. */
function restated(edge: GraphEdge, added: readonly string[], keys: ReadonlySet<string>): readonly EdgeWrite[] {
  const before = keysOfMention(edge);
  if (before.length === 0) return [];
  const names = [...before, ...added];
  const kind = names.some((name) => keys.has(name)) ? mentions : mentioned;
  if (kind === edge.kind && added.length === 0) return [];
  return [changedMention(edge, { kind, properties: { ...edge.properties, names } })];
}
