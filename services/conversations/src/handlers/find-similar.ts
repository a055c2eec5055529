import { type Conversation as ConversationMessage, conversationNodeId, type Init } from '@agent-mem/contract';
import { countFitting, roundedScore } from '@agent-mem/runtime';
import { conversationMessage, liveConversation } from '../domain/conversation.ts';
import { liveSummary, summaryText, wholeSummaryId } from '../domain/summary/summary-node.ts';
import type { Answer, Context, Request } from '../handler.ts';

const leastSimilarity = 0.7;
/** Some of what the index finds may be archived or gone. */
const lookedAtForEach = 4;
const mostLookedAt = 1_000;

/** The conversations whose summaries mean what a text means, most alike first; those that are archived are left out. */
export async function findSimilar(request: Request<'find_similar'>, context: Context): Answer<'find_similar'> {
  const { embedder, graph, scope, searchIndex, signal } = context;
  const [values] = await embedder.embed([request.query], { signal });
  // A text without a word has no direction, and is like nothing.
  if (!values?.some((value) => value !== 0)) return { conversations: [] };
  const limit = Math.min(request.limit * lookedAtForEach, mostLookedAt);
  const vector = { embedder: embedder.id, values };
  const hits = await searchIndex.search(scope, { kinds: ['ConversationSummary'], vector, limit });
  const alike = hits
    .map((hit) => ({ ...hit, similarity: (1 + (hit.cosine ?? -1)) / 2 }))
    .filter(({ similarity }) => similarity >= (request.score_threshold ?? leastSimilarity))
    .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
  const ids = alike.flatMap(({ id, conversationId }) => [id, conversationNodeId(conversationId ?? '')]);
  const nodes = new Map((await graph.get(scope, ids)).map((node) => [node.id, node]));
  const found = alike.flatMap(({ id, conversationId, similarity }): readonly Init<ConversationMessage>[] => {
    const conversation = liveConversation(nodes.get(conversationNodeId(conversationId ?? '')));
    const live = liveSummary(nodes.get(id));
    const summary = live && summaryText(live);
    // The index follows the Graph: it may hold a summary of what was deleted a moment ago.
    if (!summary || !conversation || conversation.state === 'archived' || wholeSummaryId(conversation) !== id) return [];
    const message = conversationMessage(conversation, { weight: false });
    return [{ ...message, summary, summary_id: id, similarity: roundedScore(similarity) }];
  });
  const conversations = found.slice(0, request.limit);
  return { conversations: conversations.slice(0, countFitting(conversations)) };
}
