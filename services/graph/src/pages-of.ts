import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode, NodeQuery, Page } from '@agent-mem/storage';

/** So many nodes are read in one turn of the event loop. */
const pageSize = 100;

/** All nodes that a query finds, page by page; between pages others have their turns. */
export async function* pagesOf(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  query: Pick<NodeQuery, 'kinds' | 'conversationId' | 'where' | 'descending'>,
): AsyncIterable<readonly GraphNode[]> {
  let cursor: string | null = null;
  do {
    const page: Page<GraphNode> = await graph.find(scope, { ...query, order: 'createdAt', limit: pageSize, cursor });
    yield page.items;
    cursor = page.nextCursor;
    // The embedded file answers at once.
    if (cursor !== null) await nextTurn();
  } while (cursor !== null);
}
