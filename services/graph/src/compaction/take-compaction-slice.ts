import { type EventContext, failJob, type Job, progress } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { askSummarizer } from './ask-summarizer.ts';
import { inputOf, memoOf, storedMemo } from './compaction-job.ts';
import { changedNode, type ReadNodes, readNodes } from './read-nodes.ts';
import { summariseNext } from './summarise-next.ts';

/** One slice: the nodes are read, a summarising service is asked or a part of them is summarised here, and what is whole is stored. */
export async function takeCompactionSlice(job: Job, context: EventContext<Config>): Promise<Job> {
  const { nodeIds } = inputOf(job);
  const memo = memoOf(job);
  const nodes = await readNodes(nodeIds, context);
  if (memo.versions.length === 0) return begin(job, nodeIds, nodes, context);
  const changed = changedNode(nodeIds, nodes, memo.versions);
  if (changed !== null) return failJob(job, `${changed} was changed while it was summarised: nothing is archived`, context);
  const originals = nodeIds.flatMap((id) => nodes.get(id) ?? []);
  return context.config.SUMMARIZER_URL === ''
    ? summariseNext(job, memo, originals, context)
    : askSummarizer(job, memo, originals, context);
}

/** Notes the states that are summarised: only these are archived. */
async function begin(job: Job, ids: readonly string[], nodes: ReadNodes, context: EventContext<Config>): Promise<Job> {
  const gone = ids.find((id) => nodes.get(id)?.status !== 'ACTIVE');
  if (gone !== undefined) return failJob(job, `${gone} is not active any more: nothing is archived`, context);
  const versions = ids.flatMap((id) => (nodes.get(id) as GraphNode).version);
  return progress(job, { progress: 0.1, memo: storedMemo({ ...memoOf(job), versions }) }, context);
}
