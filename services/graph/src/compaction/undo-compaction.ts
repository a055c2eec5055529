import { planUndo, type Undoing } from '@agent-mem/retention';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { GraphNode, WaitingNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';

/** What undoing takes of a context. */
type UndoingContext = Pick<HandlerContext<Config>, 'clock' | 'graph' | 'indexByOwners' | 'scope' | 'searchIndex' | 'signal'>;

/** Brings back what a summary stands for, in one commit with the reply that is made of it, and answers that. */
export async function undoCompaction<Reply extends object>(
  summary: GraphNode,
  replyTo: (undoing: Undoing) => Reply,
  { clock, graph, indexByOwners, scope, searchIndex, signal }: UndoingContext,
): Promise<Reply> {
  const undoing = await planUndo(graph, scope, summary, new Date(clock.now()).toISOString());
  const { nodes, originals, summaries } = undoing;
  const reply = replyTo(undoing);
  await graph.commit(scope, { nodes }, reply);
  await searchIndex.delete(scope, summaries);
  await indexByOwners(
    scope,
    originals.map(({ id }) => id),
    { signal },
  );
  return reply;
}

/** Undoes a compaction of which an original falls due: the summary would say it on. Its own service lets the original expire then. */
export async function undoDueCompaction({ node }: WaitingNode, context: UndoingContext): Promise<void> {
  await undoCompaction(node, () => ({}), context);
}
