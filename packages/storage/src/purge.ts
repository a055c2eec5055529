import type { JsonObject, NodeKind } from './graph.ts';

/** Kinds that a purge of everything leaves: they say what is not to be stored, and hold nothing that was. */
export const survivesPurge: readonly NodeKind[] = ['PurgeMark', 'Settings'];

/** Whether nodes of a kind outlive a purge of everything. */
export function staysInPurge(kind: NodeKind): boolean {
  return survivesPurge.includes(kind);
}

/** Whether a guard stands for nothing but nodes that are gone: its `holder`, or all of its `holders`. */
export function standsOnlyFor(properties: JsonObject, gone: ReadonlySet<string>): boolean {
  const { holder, holders } = properties;
  if (Array.isArray(holders)) return holders.length > 0 && holders.every((id) => typeof id === 'string' && gone.has(id));
  return typeof holder === 'string' && gone.has(holder);
}
