import type { NodeKind } from './graph.ts';

/** Kinds that a purge of everything leaves: they say what is not to be kept, and hold nothing that was. */
export const keptByPurge: readonly NodeKind[] = ['PurgeMark', 'Settings'];

/** Whether nodes of a kind outlive a purge of everything. */
export function staysInPurge(kind: NodeKind): boolean {
  return keptByPurge.includes(kind);
}
