import { recall } from '@agent-mem/recall';
import { roundedScore } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { searchContent } from '../details/search-content.ts';
import { detailMessage, readDetail } from '../domain/detail/detail-node.ts';
import { fusedRanks } from '../domain/detail/fused-ranks.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Found by either way before what is not asked for is left out. */
const candidates = 100;

/** Payloads by words and meaning of their key, description and excerpt, and by the words of all their content; best first. */
export async function searchDetails(request: Request<'search_details'>, context: Context): Answer<'search_details'> {
  const { analysis, graph, scope } = context;
  const { agent_id, query, top_k, type } = request;
  const conversationId = request.conversation_id || request.thread_id;
  const isAsked = (node: GraphNode) =>
    node.status === 'ACTIVE' &&
    (!conversationId || node.conversationId === conversationId) &&
    (!agent_id || readDetail(node).agent_id === agent_id) &&
    (!type || readDetail(node).memory_type === type);

  const [recalled, byContent] = await Promise.all([
    recall(context, scope, {
      kinds: ['Detail'],
      use: 'facts',
      query,
      topK: candidates,
      within: conversationId ? [{ conversationId }] : null,
    }),
    searchContent(context, scope, query, { language: analysis.language, limit: candidates }),
  ]);
  const ids = recalled.items.map(({ id }) => id);
  const nodes = [...(await graph.get(scope, ids)), ...byContent].filter(isAsked);
  const known = new Map(nodes.map((node) => [node.id, node]));
  const ranked = fusedRanks([byContent.map(({ id }) => id), ids].map((ranking) => ranking.filter((id) => known.has(id))));
  const details = ranked.slice(0, top_k).flatMap(({ id, score }) => {
    const node = known.get(id);
    return node ? [{ ...detailMessage(node), score: roundedScore(score) }] : [];
  });
  return { details };
}
