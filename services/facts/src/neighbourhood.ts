import { isByRules } from '@agent-mem/llm';
import { ownVectors, recall } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { readFact } from './domain/fact/fact-node.ts';
import { topicHolders, topicUniqueKeyIds } from './domain/unique-keys/topic-unique-key.ts';
import type { Reconciling } from './reconciling.ts';

/** Most facts found for each new one. */
const mostFound = 8;
/** A model is not asked about what has less in common with a new fact, 0 to 1: "got divorced" has 0.26 with the name of the wife. */
const leastRelevance = 0.2;

/** What is believed near some new facts, nearest first: what recall finds for each of them, and what is about the same. */
export async function neighbourhood(context: Reconciling, fresh: readonly GraphNode[]): Promise<readonly GraphNode[]> {
  const { graph, scope } = context;
  const found = await Promise.all(fresh.map((node) => recalled(context, node)));
  const uniqueKeys = await graph.get(scope, [...new Set(fresh.flatMap((node) => topicUniqueKeyIds(readFact(node))))]);
  const own = new Set(fresh.map(({ id }) => id));
  const ids = new Set([...found.flat(), ...uniqueKeys.flatMap(topicHolders)].filter((id) => !own.has(id)));
  const nodes = await graph.get(scope, [...ids]);
  const audiences = new Set(fresh.map(audienceOf));
  return nodes.filter((node) => node.kind === 'Fact' && node.status === 'ACTIVE' && audiences.has(audienceOf(node)));
}

async function recalled(context: Reconciling, node: GraphNode): Promise<readonly string[]> {
  const { scope, embedder } = context;
  const vectors = await ownVectors(context, scope, [node.id], true);
  const found = await recall({ ...context, timeLeftMs: (atMost) => atMost }, scope, {
    kinds: ['Fact'],
    use: 'facts',
    preset: 'default',
    query: readFact(node).content,
    embedding: vectors.get(node.id) ?? [],
    embedder: embedder.id,
    // Itself, and the others of its invocation, may be among them.
    topK: mostFound + 4,
    scoreThreshold: isByRules(context.chatModel) ? 0 : leastRelevance,
    visibleFrom: node.conversationId,
  });
  return found.items.map(({ id }) => id);
}

/** Who sees a fact. What one conversation keeps to itself changes nothing for the scope, nor the other way round. */
function audienceOf(node: GraphNode): string {
  const { visibility } = readFact(node);
  return visibility === 'scope' ? visibility : `${visibility} ${node.conversationId}`;
}
