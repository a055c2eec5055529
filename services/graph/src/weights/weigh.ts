import { type NewWeight, type WeighedEntity, weightChangeNode } from '@agent-mem/service-kit';
import type { Change } from '@agent-mem/storage';

/** What gives a node or an edge a weight: the entity with it, and the change beside it. What the node holds is as old as before. */
export function weighing(entity: WeighedEntity, to: NewWeight, now: string): Required<Pick<Change, 'nodes' | 'edges'>> {
  const change = weightChangeNode('graph', entity, to, now);
  const { version, ...seen } = entity;
  if ('from' in seen) return { nodes: [change], edges: [{ ...seen, weight: to.weight, expectedVersion: version }] };
  return { nodes: [{ ...seen, weight: to.weight, expectedVersion: version }, change], edges: [] };
}
