import { conversationNodeId, type Scope } from '@agent-mem/contract';
import { type ExpiryReading, type GoesWith, untitled } from '@agent-mem/retention';
import { allPages, type Graph, type GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { summarises, summaryOfNode } from '../domain/summary/summary-node.ts';
import { summaryJobsAfterExpiry } from '../summaries/start-summary.ts';
import { saidWith } from './said-with.ts';

/**
 * What says on what a message said: its tool calls, its invocation, what was made of it, and the title that has its words. A conversation that
 * loses its summary gets another.
 */
export async function expiresWith(node: GraphNode, reading: ExpiryReading<Config>): Promise<GoesWith> {
  const { graph, scope } = reading;
  if (node.kind !== 'Message') return { retired: [], changed: [] };
  const { conversationId } = node;
  const { calls, invocation } = await saidWith(graph, scope, node);
  const inUse = [...calls, ...(invocation ? [invocation] : [])].filter(({ status }) => status === 'ACTIVE');
  const summaries = await summariesOver(graph, scope, node.id);
  const again = await summaryJobsAfterExpiry(summaries, reading);
  if (conversationId === null) return { retired: [...inUse, ...summaries], changed: again };
  const { items: insights } = await graph.find(scope, { kinds: ['Insight'], conversationId, order: 'createdAt', limit: 1_000 });
  const [conversation] = await graph.get(scope, [conversationNodeId(conversationId)]);
  const changed = conversation && untitled(conversation, node.id);
  return { retired: [...inUse, ...summaries, ...insights], changed: changed ? [changed, ...again] : again };
}

/** The summaries in use that were made of a message, or of other summaries that were, in whatever conversation shows it. */
async function summariesOver(graph: Pick<Graph, 'neighbours'>, scope: Scope, messageId: string): Promise<readonly GraphNode[]> {
  const found = new Map<string, GraphNode>();
  const waiting = [messageId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const source = id;
    const query = { kinds: [summarises], direction: 'in', limit: 1_000 } as const;
    for await (const page of allPages((cursor) => graph.neighbours(scope, source, { ...query, cursor }))) {
      for (const { node } of page) {
        // A summary that was made again has edges to what it was made of before.
        if (found.has(node.id) || !summaryOfNode(node).sources.includes(source)) continue;
        found.set(node.id, node);
        waiting.push(node.id);
      }
    }
  }
  return [...found.values()];
}
