import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import { allPages, everyStatus, type GraphNode, type NodeQuery } from '@agent-mem/storage';

/** So many are read, and erased, before others have their turns. */
const batch = 100;

/** Nodes of every status, kind by kind and page by page; those of a page may be erased before the next is read. */
export async function* pagesOf(
  scope: Scope,
  { kinds, ...query }: Pick<NodeQuery, 'kinds' | 'conversationId' | 'where'>,
  graph: Pick<Ports['graph'], 'find'>,
): AsyncIterable<readonly GraphNode[]> {
  for (const kind of kinds) {
    // One kind a query: a query of all kinds and statuses takes longer to prepare than to answer.
    const ofKind = { ...query, kinds: [kind], statuses: everyStatus, order: 'createdAt', limit: batch } as const;
    for await (const nodes of allPages((cursor) => graph.find(scope, { ...ofKind, cursor }))) {
      if (nodes.length > 0) yield nodes;
      // Where little is found, much was looked through.
      await nextTurn();
    }
  }
}
