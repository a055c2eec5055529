import { type EventContext, finishJob, type Job, modelAnswer, type ReadAnswer } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { readSource } from '../consolidation/source.ts';
import { detailNode, readDetail } from '../domain/detail/detail-node.ts';

const mostCharacters = 160;

/** Has the summary model describe a detail that rules have described. Its key stays; where the model writes nothing, so does the description. */
export async function describeDetail(job: Job, context: EventContext<Config>): Promise<Job> {
  const { graph, scope, summaryModel } = context;
  const [node] = await graph.get(scope, [String(job.input.detail)]);
  const read = await readSource(node, context);
  if (!node || !read) return finishJob(job, {}, context);
  const described = await modelAnswer(
    { ...context, chatModel: summaryModel },
    'describe-detail',
    { source: read.source, content: read.content },
    readLine,
  );
  if (described === null) return finishJob(job, {}, context);
  const now = new Date(context.clock.now()).toISOString();
  const write = detailNode(node.id, { ...readDetail(node), description: described }, node.conversationId, now, node);
  const done = await finishJob(job, {}, context, { nodes: [{ ...write, dueAt: node.dueAt }] });
  await context.index(scope, [node.id], { signal: context.signal });
  return done;
}

function readLine(answer: string): ReadAnswer<string> {
  const line = answer.replace(/\s+/g, ' ').trim();
  if (line === '') return { unusable: 'empty' };
  return { value: [...line].length <= mostCharacters ? line : `${[...line].slice(0, mostCharacters - 1).join('')}…` };
}
