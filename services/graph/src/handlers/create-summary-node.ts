import { type CreateSummaryNodeRequest, OperationError } from '@agent-mem/contract';
import { storedCompaction } from '@agent-mem/retention';
import type { Handler, HandlerContext, Job } from '@agent-mem/service-kit';
import { inputOf, memoOf, summaryIdOf } from '../compaction/compaction-job.ts';
import { findCompaction } from '../compaction/find-compaction.ts';
import { changedNode, readNodes } from '../compaction/read-nodes.ts';
import { storeSummary } from '../compaction/store-summary.ts';
import type { Config } from '../config.ts';
import { namedNodes } from '../named-nodes.ts';

/**
 * Takes the summary that a compaction waits for, once: the job is named, or known by exactly its nodes. Its answer to the same summary again is the
 * same; what no compaction waits for changes nothing.
 */
export const createSummaryNode: Handler<'graph', 'create_summary_node', Config> = async (request, context) => {
  const { graph, scope } = context;
  const named = await namedNodes(graph, scope, request.original_node_ids);
  const ids = new Set(request.original_node_ids.map((each) => named.get(each)?.id ?? each));
  const job = await findCompaction(request.job_id, ids, context);
  const id = summaryIdOf(job.id);
  const [known] = await graph.get(scope, [id]);
  if (known) return isSame(ids, storedCompaction.read(known.properties).original_node_ids) ? replyOf(id) : refuse(job);
  if (job.status !== 'queued' && job.status !== 'running')
    throw new OperationError(
      'failed-precondition',
      `create_summary_node.job_id: ${job.id} has ended: ${job.error ?? job.status}`,
    );
  if (!isSame(ids, inputOf(job).nodeIds)) refuse(job);
  await store(job, request, context);
  return replyOf(id);
};

async function store(job: Job, request: CreateSummaryNodeRequest, context: HandlerContext<Config>): Promise<void> {
  const { nodeIds } = inputOf(job);
  const { versions } = memoOf(job);
  const nodes = await readNodes(nodeIds, context);
  const changed = versions.length > 0 ? changedNode(nodeIds, nodes, versions) : null;
  const originals = nodeIds.flatMap((id) => nodes.get(id) ?? []);
  const gone = nodeIds.find((id) => nodes.get(id)?.status !== 'ACTIVE');
  if (changed ?? gone)
    throw new OperationError(
      'failed-precondition',
      `create_summary_node.original_node_ids: ${changed ?? gone} was changed since the compaction began; trigger another`,
    );
  await storeSummary(
    job,
    originals,
    { content: request.summary_content, model: request.generating_model ?? 'external' },
    context,
  );
}

function isSame(asked: ReadonlySet<string>, ids: readonly string[]): boolean {
  return asked.size === ids.length && ids.every((id) => asked.has(id));
}

function replyOf(id: string) {
  return { status: 'success', summary_node_id: id };
}

function refuse(job: Job): never {
  throw new OperationError(
    'invalid-argument',
    `create_summary_node.original_node_ids: are not those of ${job.id}, which holds exactly the nodes that are to be summarised`,
  );
}
