import { isCompacted, storedCompaction, summaryFor } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { showsMessage } from '../domain/view/view.ts';
import type { Context } from '../handler.ts';
import { inConversation } from '../view/recalled-messages.ts';

/** Answers, message by message, the summary of a compaction that stands in a message's place; `null`: none does, or it was answered before. */
export function summariesInPlace(
  conversation: Conversation,
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
): (message: GraphNode) => Promise<GraphNode | null> {
  /** What has been answered, and what it stands for: of a thousand messages under one summary one is asked for. */
  const settled = new Set<string>();
  return async (message) => {
    let node: GraphNode | null = message;
    while (node && isCompacted(node) && !settled.has(node.id)) {
      settled.add(node.id);
      node = await summaryFor(graph, scope, node);
      if (node) for (const id of storedCompaction.read(node.properties).original_node_ids) settled.add(id);
    }
    if (node?.status !== 'ACTIVE' || settled.has(node.id)) return null;
    settled.add(node.id);
    return inConversation(node).find((summary) => showsMessage(conversation, summary)) ?? null;
  };
}
