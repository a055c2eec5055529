import type { Scope } from '@agent-mem/contract';
import type { ServiceMetrics } from '@agent-mem/observability';
import type { IndexNodes } from '@agent-mem/recall';
import type { Ports } from '@agent-mem/runtime';
import type { Graph, GraphNode } from '@agent-mem/storage';
import type { WithLifetimes } from './lifetime.ts';
import { type Retirement, retireNodes } from './retire-nodes.ts';

/** What expiring nodes needs. */
export interface ExpiryContext extends Pick<Ports, 'clock'> {
  readonly graph: Pick<Graph, 'commit' | 'get' | 'find' | 'neighbours'>;
  readonly config: unknown;
  readonly index: IndexNodes;
  readonly metrics: Pick<ServiceMetrics, 'leftOut' | 'memories'>;
}

/**
 * Expires nodes with what says the same: they stay stored as EXPIRED, are no longer found, and can be restored. Answers the ids of all that expired;
 * a node that somebody has changed since it was read stays as it is.
 */
export async function expireNodes(
  { lifetimes = [], uniqueKeyIdsOf, expiresWith }: Omit<WithLifetimes, 'due'>,
  scope: Scope,
  nodes: readonly GraphNode[],
  context: ExpiryContext,
): Promise<readonly string[]> {
  const { clock, graph, index, metrics } = context;
  const how: Retirement = {
    status: 'EXPIRED',
    record: 'expired',
    now: new Date(clock.now()).toISOString(),
    ...(uniqueKeyIdsOf && { uniqueKeyIdsOf }),
    ...(expiresWith && { goesWith: (node) => expiresWith(node, { ...context, scope }) }),
  };
  const expired = await retireNodes(graph, scope, nodes, how);
  await index(
    scope,
    expired.filter(({ indexedVersion }) => indexedVersion !== null).map(({ id }) => id),
  );
  for (const [kind, own] of Map.groupBy(expired, (node) => node.kind)) {
    if (!lifetimes.some((lifetime) => lifetime.kind === kind && !lifetime.isPart)) continue;
    metrics.leftOut(kind, 'expired', own.length);
    metrics.memories(kind, -own.length);
  }
  return expired.map(({ id }) => id);
}
