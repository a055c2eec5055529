import { nameKey } from '@agent-mem/recall/names';
import { uniqueKeyId } from '@agent-mem/retention';
import { type GraphNode, type JsonObject, type NodeWrite, type StoredMembers, storedMembers, textId } from '@agent-mem/storage';

/** What the node of an entity holds in its properties. */
export interface StoredEntity {
  readonly name: string;
  readonly type: string | null;
  readonly aliases: readonly string[];
  readonly content: string | null;
  /** `mentions`: it was made of what mentions it, and goes with the last of that. `null`: it is a caller's. */
  readonly made_by: string | null;
  /** The entity that stands for it too. */
  readonly merged_into: string | null;
  /** The names that the other has of it. */
  readonly lent: readonly string[] | null;
  /** The entity that it was split from. */
  readonly split_from: string | null;
}

/** Reads and writes them. */
export const storedEntity: StoredMembers<StoredEntity> = storedMembers(null, {
  name: '',
  type: null,
  aliases: [],
  content: null,
  made_by: null,
  merged_into: null,
  lent: null,
  split_from: null,
});

/** The most aliases of an entity. */
export const mostAliases = 100;

/** The names that an entity has, its own first. */
export function namesOf(node: Pick<GraphNode, 'properties'>): readonly string[] {
  const { name, aliases } = storedEntity.read(node.properties);
  return [name, ...aliases];
}

/** The properties of an entity that takes the place of another, with the names of both. */
export function withNamesOf(made: Pick<NodeWrite, 'properties'>, seen: Pick<GraphNode, 'properties'>): JsonObject {
  const known = new Set(keysOf(namesOf(made)));
  const others = namesOf(seen).filter((name) => !known.has(nameKey(name)));
  if (others.length === 0) return made.properties;
  const { aliases } = storedEntity.read(made.properties);
  return { ...made.properties, aliases: [...aliases, ...others].slice(0, mostAliases) };
}

/** By what names are known, each once; those that are no name are left out. */
export function keysOf(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(nameKey).filter((key) => key !== ''))];
}

/** The unique key of a name: one entity of a scope has it. */
export function nameUniqueKeyId(key: string): string {
  return uniqueKeyId('entity-name', key);
}

/** The id of the entity that mentions of a name make. */
export function mentionedEntityId(key: string): string {
  return textId('ent', key);
}

/** The entity that mentions of a name make. It must not be there yet. `now`: ISO 8601, UTC. */
export function mentionedEntity(name: string, key: string, now: string): NodeWrite {
  return {
    id: mentionedEntityId(key),
    kind: 'Entity',
    createdAt: now,
    updatedAt: now,
    indexedVersion: 0,
    properties: storedEntity.write({ name, made_by: 'mentions' }),
    expectedVersion: 0,
    record: 'stored',
  };
}

/** An entity with other properties; `null` takes one out. It is found by them anew. */
export function changedEntity(
  node: GraphNode,
  changes: Partial<Pick<NodeWrite, 'status'>> & { readonly entity: Partial<StoredEntity> },
  record: string,
  now: string,
): NodeWrite {
  const { version, ...seen } = node;
  const { entity, status = node.status } = changes;
  const members = Object.entries({ ...node.properties, ...storedEntity.write(entity) });
  const properties = Object.fromEntries(members.filter(([, value]) => value !== null));
  return { ...seen, status, properties, updatedAt: now, indexedVersion: 0, expectedVersion: version, record };
}
