import { OperationError, type Scope } from '@agent-mem/contract';
import { type Job, liveJob } from '@agent-mem/service-kit';
import type { Graph } from '@agent-mem/storage';

/** The job; rejects with `not-found` if it is unknown or has expired. */
export async function findJob(graph: Pick<Graph, 'get'>, scope: Scope, id: string): Promise<Job> {
  const [node] = await graph.get(scope, [id]);
  const job = liveJob(node);
  if (!job) throw new OperationError('not-found', `Job ${id} not found`);
  return job;
}
