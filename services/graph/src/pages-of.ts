import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import { allPages, type Graph, type GraphNode, type NodeQuery } from '@agent-mem/storage';

/** So many nodes are read in one turn of the event loop. */
const pageSize = 100;

/** All nodes that a query finds, page by page; between pages others have their turns. */
export async function* pagesOf(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  query: Pick<NodeQuery, 'kinds' | 'conversationId' | 'where' | 'descending'> & { readonly order?: 'updatedAt' },
): AsyncIterable<readonly GraphNode[]> {
  for await (const nodes of allPages((cursor) => graph.find(scope, { order: 'createdAt', ...query, limit: pageSize, cursor }))) {
    yield nodes;
    // The embedded file answers at once.
    await nextTurn();
  }
}
