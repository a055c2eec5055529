import type { Scope } from '@agent-mem/contract';
import { allPages, everyStatus, type Graph, type GraphNode, type NodeKind } from '@agent-mem/storage';
import { entryKinds } from '@agent-mem/vault';

const pageSize = 500;

/** Every node of a scope that has a file, a page at a time, oldest first: a summary's parts come in their order. */
export function allNodes(scope: Scope, graph: Graph): AsyncIterable<readonly GraphNode[]> {
  const query = { kinds: entryKinds, statuses: everyStatus, order: 'createdAt', limit: pageSize } as const;
  return allPages((cursor) => graph.find(scope, { ...query, cursor }));
}

/** Those of these kinds that were written at this time (ISO 8601) or later, a page at a time, newest first. */
export async function* nodesSince(
  since: string,
  kinds: readonly NodeKind[],
  scope: Scope,
  graph: Graph,
): AsyncIterable<readonly GraphNode[]> {
  const query = { kinds, statuses: everyStatus, order: 'updatedAt', descending: true, limit: pageSize } as const;
  for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor }))) {
    const recent = nodes.filter(({ updatedAt }) => updatedAt >= since);
    yield recent;
    if (recent.length < nodes.length) return;
  }
}
