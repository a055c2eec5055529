import { isCutAnswer } from '@agent-mem/contract';
import type { DocumentSource } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { readMessage } from './message.ts';

/** What a message is found by: what was said, when, and who said it where a name is known. An answer that was cut is not found. */
export function documentOf(node: GraphNode): DocumentSource | null {
  if (node.kind !== 'Message' || node.status !== 'ACTIVE') return null;
  const message = readMessage(node);
  if (isCutAnswer(message)) return null;
  const { content, role, speaker, timestamp, embedded } = message;
  return { text: content, speaker, dated: true, role, timestamp, embedded };
}
