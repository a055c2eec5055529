import { textsIn } from '@agent-mem/contract';
import { type EdgeWrite, edgeIdOf, type GraphEdge } from '@agent-mem/storage';

/** The edge from what names an entity to the entity. */
export const mentions = 'mentions';
/** The same of what named it in an earlier state, and names it no more. */
export const mentioned = 'mentioned';

/** Both. */
export const mentionKinds: readonly string[] = [mentions, mentioned];

/** The keys of the names that led from a node to an entity; none of an edge that a caller drew. */
export function keysOfMention({ properties }: Pick<GraphEdge, 'properties'>): readonly string[] {
  return textsIn(properties.names);
}

/** A mention by these names. `now`: ISO 8601, UTC. */
export function mentionEdge(
  { from, to, names }: Pick<EdgeWrite, 'from' | 'to'> & { readonly names: readonly string[] },
  taken: ReadonlySet<string>,
  now: string,
): EdgeWrite {
  const id = edgeIdOf(mentions, from, to);
  // The id may be that of a mention which was moved to another entity by hand.
  const own = taken.has(id) ? edgeIdOf(mentions, from, JSON.stringify([to, ...names])) : id;
  return { id: own, kind: mentions, from, to, createdAt: now, properties: { names } };
}

/** A mention with something else of it changed. */
export function changedMention(
  { version: _, ...edge }: GraphEdge,
  changes: Partial<Pick<EdgeWrite, 'kind' | 'properties'>>,
): EdgeWrite {
  return { ...edge, ...changes };
}

/** A mention that leads to another entity now. It stays the same edge: what is read again finds where it was moved to. */
export function movedMention({ version: _, ...edge }: GraphEdge, to: string): EdgeWrite {
  return { ...edge, to, properties: { ...edge.properties, moved_from: edge.to } };
}

/** From which entity a mention was moved; `null`: it was not. */
export function movedFrom({ properties }: Pick<GraphEdge, 'properties'>): string | null {
  return typeof properties.moved_from === 'string' ? properties.moved_from : null;
}
