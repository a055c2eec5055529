import type { Conversation as ConversationMessage, Init } from '@agent-mem/contract';
import { nodesById } from '@agent-mem/storage';
import { type Conversation, conversationMessage } from '../domain/conversation.ts';
import { liveSummary, summaryText, wholeSummaryId } from '../domain/summary/summary-node.ts';
import type { Context } from '../handler.ts';

const unweighed = { weight: false };

/** Conversations as they go over the wire, each with the summary of all of it where there is one. */
export async function withSummaries(
  conversations: readonly Conversation[],
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
  options: { readonly weight: boolean } = unweighed,
): Promise<readonly Init<ConversationMessage>[]> {
  const ids = conversations.map(wholeSummaryId);
  const nodes = await nodesById(graph, scope, ids);
  return conversations.map((conversation, index) => {
    const node = nodes.get(ids[index] ?? '');
    const message = conversationMessage(conversation, options);
    const live = liveSummary(node);
    const summary = live && summaryText(live);
    return node && summary ? { ...message, summary, summary_id: node.id } : message;
  });
}

/** One conversation with its summary. */
export async function withOwnSummary(
  conversation: Conversation,
  context: Pick<Context, 'graph' | 'scope'>,
): Promise<Init<ConversationMessage>> {
  const [message] = await withSummaries([conversation], context);
  return message ?? conversationMessage(conversation, unweighed);
}
