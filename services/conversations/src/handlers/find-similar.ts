import { type Conversation as ConversationMessage, conversationNodeId, type Init } from '@agent-mem/contract';
import { cosine } from '@agent-mem/recall/ranking';
import { countFitting, roundedScore } from '@agent-mem/runtime';
import { nodesById } from '@agent-mem/storage';
import { queryAndTitles } from '../context/query-and-titles.ts';
import { type Conversation, conversationMessage, liveConversation } from '../domain/conversation.ts';
import { liveSummary, summaryText, wholeSummaryId } from '../domain/summary/summary-node.ts';
import { newestTitled } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { hasOwnFacts } from '../view/own-facts.ts';

const leastSimilarity = 0.7;
/** Some of what the index finds may be archived or gone. */
const lookedAtForEach = 4;
const mostLookedAt = 1_000;
/** Titles stand in no index: so many are compared as they are. */
const mostTitles = 200;
/** Below every threshold. */
const unlike = -1;

/** The conversations whose summaries or titles mean what a text means, most alike first; without those that are archived, or share nothing. */
export async function findSimilar(request: Request<'find_similar'>, context: Context): Answer<'find_similar'> {
  const { embedder, graph, scope, searchIndex, signal } = context;
  const titled = await newestTitled(graph, scope, mostTitles);
  const names = titled.map(({ title }) => title ?? '');
  const { query: values, titles } = await queryAndTitles(request.query, names, embedder, signal);
  // A text without a word has no direction, and is like nothing.
  if (!values?.some((value) => value !== 0)) return { conversations: [] };
  const limit = Math.min(request.limit * lookedAtForEach, mostLookedAt);
  const vector = { embedder: embedder.id, values };
  const hits = await searchIndex.search(scope, { kinds: ['ConversationSummary'], vector, limit });
  const bySummary = new Map(hits.map((hit) => [hit.id, similarityOf(hit.cosine)]));
  const byTitle = new Map(titled.map(({ id }, index) => [id, similarityOf(cosine(values, titles[index] ?? []))]));

  const least = request.score_threshold ?? leastSimilarity;
  const named = titled.filter(({ id }) => (byTitle.get(id) ?? 0) >= least);
  const ids = [
    ...hits.flatMap(({ id, conversationId }) => [id, conversationNodeId(conversationId ?? '')]),
    ...named.flatMap((each) => [wholeSummaryId(each), conversationNodeId(each.id)]),
  ];
  const nodes = await nodesById(graph, scope, [...new Set(ids)]);
  const alike = [...nodes.values()]
    .flatMap((node) => (node.kind === 'Conversation' ? (liveConversation(node) ?? []) : []))
    .filter(({ state }) => state !== 'archived')
    .map(alikeOf)
    .filter(({ similarity }) => similarity >= least)
    .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
  const conversations = (await firstShared(alike, request.limit, context)).map((each) => ({
    ...each,
    similarity: roundedScore(each.similarity),
  }));
  return { conversations: conversations.slice(0, countFitting(conversations)) };

  /** The index follows the Graph: it may hold a summary of what was deleted a moment ago. */
  function alikeOf(conversation: Conversation): Init<ConversationMessage> & { readonly id: string; readonly similarity: number } {
    const summaryId = wholeSummaryId(conversation);
    const live = liveSummary(nodes.get(summaryId));
    const summary = (live && summaryText(live)) || null;
    const ofSummary = summary === null ? null : bySummary.get(summaryId);
    const similarity = Math.max(ofSummary ?? unlike, byTitle.get(conversation.id) ?? unlike);
    const message = conversationMessage(conversation, { weight: false });
    return { ...message, id: conversation.id, summary, summary_id: summary === null ? null : summaryId, similarity };
  }
}

/** The first conversations that share what was said in them. */
async function firstShared<Alike extends { readonly id: string }>(
  alike: readonly Alike[],
  most: number,
  context: Context,
): Promise<readonly Alike[]> {
  const shared: Alike[] = [];
  for (const each of alike) {
    if (shared.length === most) break;
    if (!(await hasOwnFacts(each.id, context))) shared.push(each);
  }
  return shared;
}

/** 0 to 1. */
function similarityOf(cosine: number | null): number {
  return (1 + (cosine ?? -1)) / 2;
}
