import { isByRules } from '@agent-mem/llm';
import { ownVectors, type RecallRequest, recall, recallAmong } from '@agent-mem/recall';
import { isCompacted } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import { compactedFacts } from '../compacted-facts.ts';
import { factDocument } from '../domain/fact/fact-document.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { topicHolders, topicUniqueKeyIds } from '../domain/unique-keys/topic-unique-key.ts';
import type { Reconciling } from './reconciling.ts';

/** Most facts found for each new one. */
const mostFound = 8;
/** A model is not asked about what has less in common with a new fact, 0 to 1: "got divorced" has 0.26 with the name of the wife. */
const leastRelevance = 0.2;

/**
 * What is believed near some new facts, nearest first: what recall finds for each of them, and what is about the same; last, what the summaries that it finds
 * stand for, by its words.
 */
export async function neighbourhood(context: Reconciling, fresh: readonly GraphNode[]): Promise<readonly GraphNode[]> {
  const { graph, scope } = context;
  const found = await Promise.all(fresh.map((node) => recalled(context, node)));
  const uniqueKeys = await graph.get(scope, [...new Set(fresh.flatMap((node) => topicUniqueKeyIds(readFact(node))))]);
  const own = new Set(fresh.map(({ id }) => id));
  const ids = new Set([...found.flat(), ...uniqueKeys.flatMap(topicHolders)].filter((id) => !own.has(id)));
  const nodes = await graph.get(scope, [...ids]);
  const summaries = nodes.filter(({ kind, status }) => kind === 'Summary' && status === 'ACTIVE');
  const near = [...nodes, ...(await nearestCompacted(context, fresh, summaries))];
  const audiences = new Set(fresh.map(audienceOf));
  const isBelieved = (node: GraphNode) => node.kind === 'Fact' && (node.status === 'ACTIVE' || isCompacted(node));
  const byId = new Map(near.map((node) => [node.id, node]));
  return [...byId.values()].filter((node) => isBelieved(node) && audiences.has(audienceOf(node)));
}

/** Ids of facts, and of summaries that stand for facts. */
async function recalled(context: Reconciling, node: GraphNode): Promise<readonly string[]> {
  const { scope, embedder } = context;
  const vectors = await ownVectors(context, scope, [node.id], true);
  const found = await recall({ ...context, timeLeftMs: (atMost) => atMost }, scope, {
    ...requestFor(node, context),
    kinds: ['Fact', 'Summary'],
    embedding: vectors.get(node.id) ?? [],
    embedder: embedder.id,
    // Itself, and the others of its invocation, may be among them.
    topK: mostFound + 4,
  });
  return found.items.map(({ id }) => id);
}

/** What the index does not hold is found by its words. */
async function nearestCompacted(
  context: Reconciling,
  fresh: readonly GraphNode[],
  summaries: readonly GraphNode[],
): Promise<readonly GraphNode[]> {
  const { graph, scope } = context;
  const compacted = (await compactedFacts(graph, scope, summaries)).map((node): GraphNode => ({ ...node, status: 'ACTIVE' }));
  if (compacted.length === 0) return [];
  const withoutTime = { ...context, timeLeftMs: () => 0 };
  const near = await Promise.all(
    fresh.map(async (node) => {
      const request = { ...requestFor(node, context), topK: mostFound };
      const { items } = await recallAmong(withoutTime, scope, { nodes: compacted, documentOf: factDocument }, request);
      return items.map(({ id }) => id);
    }),
  );
  return await graph.get(scope, [...new Set(near.flat())]);
}

function requestFor(node: GraphNode, { chatModel }: Reconciling): RecallRequest {
  return {
    kinds: ['Fact'],
    use: 'facts',
    preset: 'default',
    query: readFact(node).content,
    scoreThreshold: isByRules(chatModel) ? 0 : leastRelevance,
    visibleFrom: node.conversationId,
  };
}

/** Who sees a fact. What one conversation keeps to itself changes nothing for the scope, nor the other way round. */
function audienceOf(node: GraphNode): string {
  const { visibility } = readFact(node);
  return visibility === 'scope' ? visibility : `${visibility} ${node.conversationId}`;
}
