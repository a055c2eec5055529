import { OperationError } from '@agent-mem/contract';
import { mayBeLearned, readScopeRules } from '@agent-mem/policy';
import { type EventContext, finishJob, type Job, progress } from '@agent-mem/service-kit';
import { type GraphNode, nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { type Openings, openingsId, openingsNode, readOpenings } from '../domain/article/openings.ts';
import { type ReadSource, readDetailByRules, readMessageByRules, type SourceReading } from '../domain/article/read-by-rules.ts';
import { readDetail } from '../domain/detail/detail-node.ts';
import { readByModel } from './read-by-model.ts';
import { readSource } from './source.ts';
import { planArticle } from './write-article.ts';

/** After so many slices a model that is away is waited for no more, and the rules read. */
const mostWaits = 3;
const mostSubjects = 50;

/**
 * Turns a source that was opened often enough into facts, marked so, and into a part of the article about its subject. The first slice reads it, the
 * second stores the facts, the third writes the article: each is once, whatever ends it.
 */
export async function consolidate(job: Job, context: EventContext<Config>): Promise<Job> {
  const { clock, scope } = context;
  const id = String(job.input.source);
  const found = await nodesById(context.graph, scope, [id, openingsId(id)]);
  const [source, seen] = [found.get(id), found.get(openingsId(id))];
  const openings = readOpenings(seen, id);
  const read = await readSource(source, context);
  const rules = await readScopeRules(context, scope, source?.conversationId ?? null);
  if (!source || !read || !seen || rules.memory === 'off') return finishJob(job, {}, context);

  if (openings.state !== 'read') {
    const said = await reading(job, read, context);
    const learnable = (statements: readonly string[]) => statements.filter((each) => mayBeLearned(each, rules.learning));
    const { subject } = said;
    const known = { ...openings, state: 'read', subject, statements: learnable(said.statements), facts: learnable(said.facts) };
    const nodes = [openingsNode(known, seen, new Date(clock.now()).toISOString())];
    return progress(job, { progress: 1 / 3, memo: {} }, context, { nodes });
  }
  if (openings.statements.length === 0) return finishJob(job, {}, context);
  if (job.memo.facts === undefined) {
    const facts = await storeFacts(job, source, read, openings, context);
    return progress(job, { progress: 2 / 3, memo: { facts: facts.join(' ') } }, context);
  }
  const article = await planArticle(openings.subject, openings, context);
  const done = await finishJob(job, { article: article.memoryKey, facts: String(job.memo.facts) }, context, article.change);
  if (article.id !== null) await context.index(scope, [article.id], { signal: context.signal });
  context.metrics.memories('Detail', article.change.nodes.length > 1 ? 1 : 0);
  return done;
}

/** By the summary model; by rules where there is none, or it stays away. */
async function reading(job: Job, source: ReadSource, context: EventContext<Config>): Promise<SourceReading> {
  const { graph, scope } = context;
  try {
    const where = { memory_type: 'article' };
    const { items } = await graph.find(scope, {
      kinds: ['Detail'],
      where,
      order: 'createdAt',
      descending: true,
      limit: mostSubjects,
    });
    const subjects = items.flatMap((node) => readDetail(node).metadata.subject ?? []);
    const read = await readByModel(source, subjects, context);
    if (read) return read;
  } catch (cause) {
    if (!OperationError.from(cause).retryable || job.attempts < mostWaits) throw cause;
  }
  return readByRules(source, context);
}

/** What learning has read in a message is a fact already, or is meant to be none: it is said in the article alone. */
async function readByRules(source: ReadSource, { caller, scope, signal }: EventContext<Config>): Promise<SourceReading> {
  if (source.kind === 'detail') return readDetailByRules(source);
  const said = readMessageByRules(source);
  if (said.facts.length === 0) return said;
  const { act } = await caller.call('facts', 'interpret', { ...scope, message: source.content }, { signal });
  return act === 'none' ? said : { ...said, facts: [] };
}

/** The facts' ids. What the facts service refuses is no fact; what it holds already is not stored again. */
async function storeFacts(
  job: Job,
  source: GraphNode,
  { kind, source: from, timestamp }: ReadSource,
  { subject, facts: said }: Openings,
  { caller, scope, signal }: EventContext<Config>,
): Promise<readonly string[]> {
  if (said.length === 0) return [];
  const facts = said.map((statement) => ({
    content: kind === 'detail' && !statement.includes(subject) ? `${subject}: ${statement}` : statement,
    ...(source.conversationId !== null && { source: source.conversationId }),
    metadata: { consolidated_from: source.id },
    timestamp,
    trust: kind === 'message' && from === 'user' ? ('user' as const) : ('tool' as const),
    confidence: 0.7,
  }));
  const options = { idempotencyKey: `${job.id} facts`, signal };
  const { results } = await caller.call('facts', 'store_many', { ...scope, facts }, options);
  return results.flatMap(({ fact_id }) => fact_id || []);
}
