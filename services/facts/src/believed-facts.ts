import type { Scope } from '@agent-mem/contract';
import { type RecallContext, recall } from '@agent-mem/recall';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { isVisible } from './domain/fact/fact-node.ts';

type Reading = RecallContext & { readonly graph: Pick<Graph, 'find' | 'get'>; readonly scope: Scope };

/** The newest facts that rules look at, and those that recall finds beside them. */
const mostRecent = 200;
const mostFound = 30;

/** What is believed that a message may be about, newest first: the newest facts of the scope, and what recall finds for the message. */
export async function believedFacts(
  context: Reading,
  message: string,
  conversationId: string | null,
): Promise<readonly GraphNode[]> {
  const { graph, scope } = context;
  const { items: recent } = await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', descending: true, limit: mostRecent });
  const found = recent.length < mostRecent ? [] : await recalled(context, message, conversationId);
  const known = new Set(recent.map(({ id }) => id));
  const older = await graph.get(
    scope,
    found.filter((id) => !known.has(id)),
  );
  return [...recent, ...older].filter((node) => node.kind === 'Fact' && isVisible(node, conversationId));
}

/** Where the scope has more facts than are looked at. */
async function recalled(context: Reading, query: string, visibleFrom: string | null): Promise<readonly string[]> {
  if (query.trim() === '') return [];
  const { items } = await recall(context, context.scope, { kinds: ['Fact'], use: 'facts', query, topK: mostFound, visibleFrom });
  return items.map(({ id }) => id);
}
