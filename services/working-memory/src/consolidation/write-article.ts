import { hourMs, newId } from '@agent-mem/contract';
import { claimUniqueKey, deletedNode, releaseUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import { type Alongside, type EventContext, modelAnswer, type ReadAnswer } from '@agent-mem/service-kit';
import { type GraphNode, nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { articleDescription, articleKey, articleText, statementsOf } from '../domain/article/article-text.ts';
import { type Openings, openingsId, readOpenings } from '../domain/article/openings.ts';
import { detailNode, keyUniqueKeyId, readDetail } from '../domain/detail/detail-node.ts';
import { restsOn } from './articles-of.ts';

/** What an article comes to; nothing is committed yet. */
export interface PlannedArticle {
  readonly memoryKey: string;
  /** Of its node; `null`: there is none to find any more. */
  readonly id: string | null;
  readonly change: Required<Pick<Alongside, 'nodes' | 'edges'>>;
}

/** Longest article that a model writes, in tokens. */
const mostTokens = 800;
/** How often an article looks whether what it rests on is still there. */
const tendEveryMs = hourMs;
const most = 100;

/**
 * Makes the article about a subject anew out of what is read of its sources, `also` among them, and puts its content into the Details: the
 * caller commits the rest. Without a source that is left the article is deleted.
 */
export async function planArticle(
  subject: string,
  also: Openings | null,
  context: EventContext<Config>,
): Promise<PlannedArticle> {
  const { clock, details, graph, scope } = context;
  const memoryKey = articleKey(subject);
  const now = new Date(clock.now()).toISOString();
  const [uniqueKey] = await graph.get(scope, [keyUniqueKeyId(memoryKey)]);
  const holder = uniqueKeyHolder(uniqueKey);
  const [seen] = holder === null ? [] : await graph.get(scope, [holder]);
  const article = seen?.status === 'ACTIVE' ? seen : undefined;
  const sources = await sourcesOf(article ? readDetail(article).rests_on : [], also, context);
  if (sources.length === 0) {
    const gone = article && uniqueKey ? [deletedNode({ ...article, dueAt: null }, now), releaseUniqueKey(uniqueKey, now)] : [];
    return { memoryKey, id: article?.id ?? null, change: { nodes: gone, edges: [] } };
  }

  const written = await writtenByModel(subject, statementsOf(sources), context);
  const text = Buffer.from(articleText(subject, sources, written));
  const description = articleDescription(subject);
  const contentType = 'text/markdown';
  const put = await details.put(
    scope,
    { memoryKey, contentType, metadata: { memory_type: 'article', description }, createdAt: now },
    [text],
  );
  const node = detailNode(
    article?.id ?? newId('det', clock.now()),
    {
      memory_key: memoryKey,
      memory_type: 'article',
      description,
      content_type: contentType,
      size_bytes: put.sizeBytes,
      sha256: put.hash,
      metadata: { subject },
      agent_id: null,
      invocation_id: null,
      source_command: null,
      missing_bytes: null,
      rests_on: sources.map(({ id }) => id),
      excerpt: text.subarray(0, 4_000).toString().toWellFormed(),
      origin: '',
    },
    null,
    now,
    article,
  );
  const dueAt = new Date(clock.now() + tendEveryMs).toISOString();
  return {
    memoryKey,
    id: node.id,
    change: {
      nodes: [{ ...node, dueAt }, ...(article ? [] : [claimUniqueKey(keyUniqueKeyId(memoryKey), uniqueKey, node.id, now)])],
      edges: sources.map(({ id }) => ({ id: `edge_${node.id}_${id}`, kind: restsOn, from: node.id, to: id, createdAt: now })),
    },
  };
}

/** What is left of them, each with what was read of it. */
async function sourcesOf(ids: readonly string[], also: Openings | null, { graph, scope }: EventContext<Config>) {
  const wanted = [...new Set([...ids, ...(also ? [also.holder] : [])])].slice(-most);
  if (wanted.length === 0) return [];
  const nodes = await nodesById(graph, scope, [...wanted, ...wanted.map(openingsId)]);
  return wanted.flatMap((id) => {
    const node = nodes.get(id);
    if (node?.status !== 'ACTIVE') return [];
    const { statements } = also?.holder === id ? also : readOpenings(nodes.get(openingsId(id)), id);
    return statements.length > 0 ? [{ id, ...namesOf(node), statements }] : [];
  });
}

function namesOf(node: GraphNode): { readonly memoryKey: string; readonly description: string } {
  if (node.kind !== 'Detail') return { memoryKey: '', description: '' };
  const { memory_key, description } = readDetail(node);
  return { memoryKey: memory_key, description };
}

/** `null`: there is no model, it is away, or it wrote nothing: the statements stand as they are. */
async function writtenByModel(
  subject: string,
  statements: readonly string[],
  context: EventContext<Config>,
): Promise<string | null> {
  const asking = { ...context, chatModel: context.summaryModel };
  const read = (answer: string): ReadAnswer<string> => (answer.trim() === '' ? { unusable: 'empty' } : { value: answer.trim() });
  return await modelAnswer(asking, 'write-article', { subject, statements, max_tokens: mostTokens }, read).catch(() => null);
}
