import { deletedNode, releaseUniqueKeysOf } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import type { HandlerContext } from '../context.ts';
import { activeAgain } from './active-again.ts';

/**
 * Deletes a record softly and lets the unique keys go that it may hold, so that storing the same again makes a record of its own. Deleting it again
 * changes nothing.
 */
export async function deleteRecord(
  found: GraphNode,
  uniqueKeyIdsOf: (node: GraphNode) => readonly string[],
  context: HandlerContext<unknown>,
): Promise<{ readonly success: true }> {
  const { clock, graph, index, metrics, scope, signal } = context;
  const now = new Date(clock.now()).toISOString();
  const reply = { success: true } as const;
  const node = await activeAgain(found, context);
  if (node.status === 'DELETED') {
    await graph.commit(scope, {}, reply);
    return reply;
  }

  const release = releaseUniqueKeysOf(node.id, await graph.get(scope, uniqueKeyIdsOf(node)), now);
  const { applied } = await graph.commit(scope, { nodes: [deletedNode(node, now), ...release] }, reply);

  if (applied) {
    if (node.status === 'ACTIVE') metrics.memories(node.kind, -1);
    await index(scope, [node.id], { signal });
  }
  return reply;
}
