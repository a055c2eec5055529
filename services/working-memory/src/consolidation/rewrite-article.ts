import { hourMs } from '@agent-mem/contract';
import { type EventContext, finishJob, type Job } from '@agent-mem/service-kit';
import type { WaitingNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readDetail } from '../domain/detail/detail-node.ts';
import { planArticle } from './write-article.ts';

/** Makes an article anew after something that it rests on was deleted. */
export async function rewriteArticle(job: Job, context: EventContext<Config>): Promise<Job> {
  const { memoryKey, id, change } = await planArticle(String(job.input.subject), null, context);
  const done = await finishJob(job, { article: memoryKey }, context, change);
  await settle(memoryKey, id, change.edges.length === 0, context);
  return done;
}

/** Looks whether what an article rests on is still there: a conversation deletes its messages without telling. */
export async function tendArticle({ scope, node }: WaitingNode, context: EventContext<Config>): Promise<void> {
  const { metadata, rests_on } = readDetail(node);
  const sources = await context.graph.get(scope, rests_on);
  if (sources.length === rests_on.length && sources.every(({ status }) => status === 'ACTIVE')) {
    const { version, ...seen } = node;
    const dueAt = new Date(context.clock.now() + hourMs).toISOString();
    await context.graph.commit(scope, { nodes: [{ ...seen, dueAt, expectedVersion: version }] });
    await indexAgain(node.id, context);
    return;
  }
  const { memoryKey, id, change } = await planArticle(metadata.subject ?? '', null, context);
  await context.graph.commit(scope, change);
  await settle(memoryKey, id, change.edges.length === 0, context);
}

/** Its document says what it said: the vector goes on, and no embedder is asked. */
async function indexAgain(id: string, { embedder, index, scope, searchIndex, signal }: EventContext<Config>): Promise<void> {
  const stored = await searchIndex.vectors(scope, [id], embedder.id);
  const vectors = new Map([...stored].map(([of, values]) => [of, { embedder: embedder.id, values }]));
  await index(scope, [id], { vectors, signal });
}

async function settle(memoryKey: string, id: string | null, isGone: boolean, context: EventContext<Config>): Promise<void> {
  if (isGone) await context.details.delete(context.scope, memoryKey);
  if (id !== null) await context.index(context.scope, [id], { signal: context.signal });
}
