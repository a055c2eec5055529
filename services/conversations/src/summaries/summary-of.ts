import type { Scope } from '@agent-mem/contract';
import type { Graph } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { liveSummary, wholeSummaryId } from '../domain/summary/summary-node.ts';

/**
 * What a conversation's messages come to, as text; `null`: nobody has summarised it. Every operation that shows a summary asks here,
 * so that all of them show the same one.
 */
export async function summaryOf(
  { graph }: { readonly graph: Pick<Graph, 'get'> },
  scope: Scope,
  conversation: Pick<Conversation, 'id' | 'message_base' | 'summary'>,
): Promise<string | null> {
  const [node] = await graph.get(scope, [wholeSummaryId(conversation)]);
  return liveSummary(node)?.content || conversation.summary;
}
