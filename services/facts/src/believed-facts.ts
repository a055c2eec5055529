import type { Scope } from '@agent-mem/contract';
import { type RecallContext, recall } from '@agent-mem/recall';
import type { Graph, GraphNode, NodeKind } from '@agent-mem/storage';
import { compactedFacts } from './compacted-facts.ts';
import { isSeenFrom, isVisible } from './domain/fact/fact-node.ts';

type Reading = RecallContext & { readonly graph: Pick<Graph, 'find' | 'get'>; readonly scope: Scope };

/** The newest facts that rules look at, and those that recall finds beside them. */
const mostRecent = 200;
const mostFound = 30;

/**
 * What is believed that a message may be about, newest first: the newest facts of the scope, and what recall finds for the message; last, what the summaries
 * that it finds stand for.
 */
export async function believedFacts(
  context: Reading,
  message: string,
  conversationId: string | null,
): Promise<readonly GraphNode[]> {
  const { graph, scope } = context;
  const newest = { order: 'createdAt', descending: true } as const;
  const [{ items: recent }, { items: summaries }] = await Promise.all([
    graph.find(scope, { kinds: ['Fact'], ...newest, limit: mostRecent }),
    graph.find(scope, { kinds: ['Summary'], ...newest, limit: 1 }),
  ]);
  // Where the scope has more facts than are looked at.
  const found = [
    ...(recent.length < mostRecent ? [] : await recalled(context, 'Fact', message, conversationId)),
    ...(summaries.length === 0 ? [] : await recalled(context, 'Summary', message, conversationId)),
  ];
  const known = new Set(recent.map(({ id }) => id));
  const older = await graph.get(
    scope,
    found.filter((id) => !known.has(id)),
  );
  const facts = [...recent, ...older].filter((node) => node.kind === 'Fact' && isVisible(node, conversationId));
  const compacted = await compactedFacts(
    graph,
    scope,
    older.filter((node) => node.kind === 'Summary' && isVisible(node, conversationId)),
  );
  return [...facts, ...compacted.filter((node) => isSeenFrom(node, conversationId))];
}

async function recalled(context: Reading, kind: NodeKind, query: string, visibleFrom: string | null): Promise<readonly string[]> {
  if (query.trim() === '') return [];
  const { items } = await recall(context, context.scope, { kinds: [kind], use: 'facts', query, topK: mostFound, visibleFrom });
  return items.map(({ id }) => id);
}
