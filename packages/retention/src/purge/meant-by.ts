import { DamagedData, type Scope } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import { damagedNode } from './damaged-node.ts';
import { memoryKinds } from './memory-kinds.ts';
import type { PurgeTarget } from './purge-target.ts';
import type { PurgePorts, Purger } from './purge-under-way.ts';

/** The one node that a memory is; none for wider targets. One that is damaged is erased by its id, where kinds do not matter. */
export async function meantBy(
  target: PurgeTarget,
  { kinds }: Purger,
  scope: Scope,
  { graph }: Pick<PurgePorts, 'graph'>,
): Promise<readonly GraphNode[]> {
  if (target.kind !== 'memory') return [];
  const nodes = await graph.get(scope, [target.id]).catch((error: unknown) => {
    if (kinds === null && error instanceof DamagedData) return [damagedNode(target.id)];
    throw error;
  });
  return nodes.filter(({ kind }) => (kinds ?? memoryKinds).includes(kind));
}
