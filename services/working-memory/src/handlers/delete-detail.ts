import { deletedNode, releaseUniqueKeysOf } from '@agent-mem/retention';
import { jobNodeOf } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { articlesOf } from '../consolidation/articles-of.ts';
import { activeDetail, findDetail, meantKey, retiredDetail } from '../details/find-detail.ts';
import { asOnlyWriter } from '../details/only-writer.ts';
import { readDetail, uniqueKeyIdsOfNode } from '../domain/detail/detail-node.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Deletes a payload: it is no longer found or opened, and its key is free. Deleting it again changes nothing. */
export async function deleteDetail(request: Request<'delete_detail'>, context: Context): Answer<'delete_detail'> {
  const { clock, details, graph, scope } = context;
  const memory_key = await meantKey(graph, scope, request.memory_key);
  const reply = { success: true };
  const known = await activeDetail(graph, scope, memory_key);
  if (!known && (await retiredDetail(graph, scope, memory_key))) return reply;
  const node = known ?? (await findDetail(graph, scope, memory_key));
  const key = readDetail(node).memory_key;

  return asOnlyWriter(key, context.requestId, context, async () => {
    const now = new Date(clock.now()).toISOString();
    const uniqueKeys = await graph.get(scope, uniqueKeyIdsOfNode(node));
    const release = releaseUniqueKeysOf(node.id, uniqueKeys, now);
    const rewrites = (await articlesOf(node.id, context)).map((article) => rewriteOf(article, clock.now()));
    const deleted = deletedNode({ ...node, dueAt: null }, now);
    const { applied } = await graph.commit(scope, { nodes: [deleted, ...release, ...rewrites] }, reply);
    if (!applied) return reply;
    await details.delete(scope, key);
    context.metrics.memories('Detail', -1);
    if (node.indexedVersion !== null) await context.index(scope, [node.id], { signal: context.signal });
    return reply;
  });
}

/** The job that makes an article anew without what was deleted. */
function rewriteOf(article: GraphNode, now: number): NodeWrite {
  const subject = readDetail(article).metadata.subject ?? '';
  const plan = {
    kind: 'rewrite-article',
    subject: article.id,
    input: { subject },
    conversationIds: [],
    waitingClient: null,
  } as const;
  return jobNodeOf({ ...plan, service: 'working-memory' }, now);
}
