import type { WorkingMemoryItem } from '@agent-mem/contract';
import { excerptOf } from '@agent-mem/recall/excerpt';
import { countTokens } from '@agent-mem/recall/ranking';
import { tokensOf } from './trace.ts';

/** The item, or an excerpt of it that fits, marked as cut; its content is empty where nothing of it fits. */
export function cutItem(item: WorkingMemoryItem, maxTokens: number): WorkingMemoryItem {
  if (tokensOf(item) <= maxTokens) return item;
  const content = excerptOf(item.content, maxTokens);
  return { ...item, content, metadata: { ...item.metadata, token_count: String(countTokens(content)), cut: 'true' } };
}
