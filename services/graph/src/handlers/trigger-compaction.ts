import { counting } from '@agent-mem/contract';
import { type Handler, startJob } from '@agent-mem/service-kit';
import { compactedNodes } from '../compaction/compacted-nodes.ts';
import { compactionPlan } from '../compaction/compaction-job.ts';
import type { Config } from '../config.ts';

/** Stores the job that has nodes summarised: the one who writes the summary may take minutes. */
export const triggerCompaction: Handler<'graph', 'trigger_compaction', Config> = async (request, context) => {
  const { graph, scope } = context;
  const nodes = await compactedNodes(graph, scope, request.node_ids);
  const node_ids = nodes.map(({ id }) => id);
  if (request.dry_run) {
    const message = `Compaction would summarise ${counting(node_ids.length, 'node')}.`;
    return { status: 'success', message, job_id: '', dry_run: true, node_ids };
  }
  const replyOf = ({ id }: { readonly id: string }) => ({
    status: 'success',
    message: `Compaction process initiated for ${counting(node_ids.length, 'node')}.`,
    job_id: id,
    dry_run: false,
    node_ids,
  });
  return replyOf(await startJob(compactionPlan(nodes), context, replyOf));
};
