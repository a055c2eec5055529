import { isCutAnswer } from '@agent-mem/contract';
import type { DocumentSource } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { readMessage } from './message.ts';
import { liveSummary, summaryText } from './summary/summary-node.ts';

/**
 * What a message is found by: what was said, when, and who said it where a name is known. An answer that was cut is not found.
 * What the summary of a whole conversation is found by: what it says.
 */
export function documentOf(node: GraphNode): DocumentSource | null {
  if (node.kind === 'ConversationSummary') return summaryDocument(node);
  if (node.kind !== 'Message' || node.status !== 'ACTIVE') return null;
  const message = readMessage(node);
  if (isCutAnswer(message)) return null;
  const { content, role, speaker, timestamp, embedded } = message;
  return { text: content, speaker, dated: true, role, timestamp, embedded };
}

function summaryDocument(node: GraphNode): DocumentSource | null {
  const summary = liveSummary(node);
  const text = summary?.tier === 'L3' ? summaryText(summary) : '';
  return text === '' ? null : { text, timestamp: node.updatedAt };
}
