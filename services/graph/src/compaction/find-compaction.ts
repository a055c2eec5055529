import { OperationError, type Scope } from '@agent-mem/contract';
import { storedCompaction, summarizedBy } from '@agent-mem/retention';
import { type Job, jobOf, liveJob } from '@agent-mem/service-kit';
import type { Graph } from '@agent-mem/storage';
import { findJob } from '../find-job.ts';
import { pagesOf } from '../pages-of.ts';
import { compactionKind, inputOf } from './compaction-job.ts';

interface FindingContext {
  readonly graph: Pick<Graph, 'get' | 'find' | 'neighbours'>;
  readonly scope: Scope;
}

/** The compaction of a name, or the one of exactly these nodes. Rejects with `not-found` where there is none. */
export async function findCompaction(jobId: string | null, nodeIds: ReadonlySet<string>, context: FindingContext): Promise<Job> {
  const job = jobId ? await findJob(context.graph, context.scope, jobId) : await compactionOf(nodeIds, context);
  if (job?.kind === compactionKind) return job;
  const what = jobId
    ? `create_summary_node.job_id: ${jobId} is no compaction`
    : 'No compaction waits for a summary of these nodes';
  throw new OperationError('not-found', what);
}

/** What is archived already has its summary, whatever else waits for the same nodes: so a repeat is answered as it was. */
async function compactionOf(nodeIds: ReadonlySet<string>, context: FindingContext): Promise<Job | null> {
  const { graph, scope } = context;
  const ended = await endedCompactionOf(nodeIds, context);
  if (ended) return ended;
  for await (const nodes of pagesOf(graph, scope, { kinds: ['Job'], where: { kind: compactionKind }, descending: true })) {
    const found = nodes.map(jobOf).find((job) => {
      const ids = inputOf(job).nodeIds;
      return ids.length === nodeIds.size && ids.every((id) => nodeIds.has(id));
    });
    if (found) return found;
  }
  return null;
}

/** A job that has ended holds its nodes no more; its summary does. */
async function endedCompactionOf(nodeIds: ReadonlySet<string>, { graph, scope }: FindingContext): Promise<Job | null> {
  const [first = ''] = nodeIds;
  const { items } = await graph.neighbours(scope, first, {
    ...{ kinds: [summarizedBy], direction: 'out', statuses: ['ACTIVE', 'ARCHIVED'], limit: 1 },
  });
  const summary = items[0]?.node;
  if (!summary) return null;
  const { job_id, original_node_ids } = storedCompaction.read(summary.properties);
  if (original_node_ids.length !== nodeIds.size || !original_node_ids.every((id) => nodeIds.has(id))) return null;
  const [node] = await graph.get(scope, [job_id ?? '']);
  return liveJob(node);
}
