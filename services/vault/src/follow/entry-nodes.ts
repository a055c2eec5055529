import type { Scope } from '@agent-mem/contract';
import { everyStatus, type Graph, type GraphNode, type NodeKind } from '@agent-mem/storage';
import { entryKinds } from '@agent-mem/vault';

const pageSize = 500;

/** Every node of a scope that has a file, a page at a time, oldest first: a summary's parts come in their order. */
export async function* allNodes(scope: Scope, graph: Graph): AsyncIterable<readonly GraphNode[]> {
  let cursor: string | null = null;
  do {
    const page = await graph.find(scope, {
      kinds: entryKinds,
      statuses: everyStatus,
      order: 'createdAt',
      limit: pageSize,
      cursor,
    });
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Those of these kinds that were written at this time (ISO 8601) or later, a page at a time, newest first. */
export async function* nodesSince(
  since: string,
  kinds: readonly NodeKind[],
  scope: Scope,
  graph: Graph,
): AsyncIterable<readonly GraphNode[]> {
  let cursor: string | null = null;
  do {
    const query = { kinds, statuses: everyStatus, order: 'updatedAt', descending: true, limit: pageSize, cursor } as const;
    const page = await graph.find(scope, query);
    const recent = page.items.filter(({ updatedAt }) => updatedAt >= since);
    yield recent;
    cursor = recent.length < page.items.length ? null : page.nextCursor;
  } while (cursor !== null);
}
