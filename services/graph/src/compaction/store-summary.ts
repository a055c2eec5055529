import { heldUniqueKeys } from '@agent-mem/retention';
import { finishJob, type Job, type JobWritingContext } from '@agent-mem/service-kit';
import type { Graph, GraphNode, SearchIndex } from '@agent-mem/storage';
import { summaryWrites } from '../domain/compaction/summary-node.ts';
import { summaryIdOf } from './compaction-job.ts';

/** What storing a summary takes of a context. */
export type StoringContext = JobWritingContext & {
  readonly graph: Pick<Graph, 'find'>;
  readonly searchIndex: Pick<SearchIndex, 'delete'>;
  index(scope: JobWritingContext['scope'], ids: readonly string[], options: { readonly signal: AbortSignal }): Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Puts a summary in the place of nodes and ends the job, in one commit: all of it is there, or nothing. Rejects with `VersionConflict` where one of the
 * nodes was written since it was read, or the job was.
 */
export async function storeSummary(
  job: Job,
  originals: readonly GraphNode[],
  { content, model }: { readonly content: string; readonly model: string | null },
  context: StoringContext,
): Promise<Job> {
  const { clock, graph, index, scope, searchIndex, signal } = context;
  const id = summaryIdOf(job.id);
  const now = new Date(clock.now()).toISOString();
  const uniqueKeys = await heldUniqueKeys(graph, scope, originals);
  const { nodes, edges } = summaryWrites(originals, { id, content, model, jobId: job.id, uniqueKeys }, now);
  const result = { summary_node_id: id, nodes: String(originals.length), generating_model: model ?? 'rules' };
  const done = await finishJob(job, result, context, { nodes, edges });
  // Their own services take them out too, as soon as they see that they have changed; so they are gone at once.
  await searchIndex.delete(scope, originals);
  await index(scope, [id], { signal });
  return done;
}
