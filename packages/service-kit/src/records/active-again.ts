import { isCompacted } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import type { ServiceContext } from '../context.ts';
import type { JobWritingContext } from '../jobs/work-on-job.ts';

type Context = Pick<ServiceContext<unknown>, 'caller' | 'signal'> & Pick<JobWritingContext, 'graph' | 'scope'>;

/**
 * A node before its service changes it. Where a summary stands for it, the compaction is undone first: nothing goes on saying what is deleted, and
 * nothing stays archived without its summary.
 */
export async function activeAgain(node: GraphNode, { caller, graph, scope, signal }: Context): Promise<GraphNode> {
  if (!isCompacted(node)) return node;
  const { workspace, user, collection } = scope;
  await caller.call('graph', 'restore', { workspace, user, collection, id: node.id }, { signal });
  const [restored] = await graph.get(scope, [node.id]);
  return restored ?? node;
}
