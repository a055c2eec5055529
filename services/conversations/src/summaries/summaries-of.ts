import { type GraphNode, nodesById } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { liveSummary, wholeSummaryId } from '../domain/summary/summary-node.ts';
import type { Context } from '../handler.ts';

/** The summary of a conversation and, behind it, those that it was made of, level by level; none where nobody has summarised it. */
export async function summariesOf(
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
  conversation: Conversation,
): Promise<readonly GraphNode[]> {
  const found = new Map<string, GraphNode>();
  for (let waiting = [wholeSummaryId(conversation)]; waiting.length > 0; ) {
    const level = await nodesById(graph, scope, waiting);
    const parts = [...level.values()].flatMap((node) => {
      const summary = liveSummary(node);
      if (summary) found.set(node.id, node);
      return summary ? [...summary.sources, ...summary.chunks].filter((id) => id.startsWith('csum_')) : [];
    });
    waiting = [...new Set(parts)].filter((id) => !found.has(id));
  }
  return [...found.values()];
}
