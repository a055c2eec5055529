import { conversationNodeId, type Scope } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import type { Graph } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { liveSummary, summaryText, wholeSummaryId } from '../domain/summary/summary-node.ts';

/** What a conversation's messages come to. */
export interface ShownSummary {
  /** By which receipts name it: its own, or that of the conversation whose node holds it. */
  readonly id: string;
  readonly content: string;
  readonly tokens: number;
}

/**
 * What a conversation's messages come to; `null`: nobody has summarised it. Every operation that shows a summary asks here,
 * so that all of them show the same one.
 */
export async function summaryOf(
  { graph }: { readonly graph: Pick<Graph, 'get'> },
  scope: Scope,
  conversation: Pick<Conversation, 'id' | 'message_base' | 'summary'>,
): Promise<ShownSummary | null> {
  const id = wholeSummaryId(conversation);
  const [node] = await graph.get(scope, [id]);
  const live = liveSummary(node);
  const text = live ? summaryText(live) : '';
  if (text !== '') return { id, content: text, tokens: text === live?.content ? live.token_count : countTokens(text) };
  const { id: name, summary: content } = conversation;
  return content ? { id: conversationNodeId(name), content, tokens: countTokens(content) } : null;
}
