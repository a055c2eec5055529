import type { WorkingMemoryItem } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { cutToTokens } from './cut.ts';
import { tokensOf } from './trace.ts';

/** The item, or one with as much of its beginning as fits, marked as cut; its content is empty where nothing of it fits. */
export function cutItem(item: WorkingMemoryItem, maxTokens: number): WorkingMemoryItem {
  if (tokensOf(item) <= maxTokens) return item;
  const content = cutToTokens(item.content, maxTokens);
  return { ...item, content, metadata: { ...item.metadata, token_count: String(countTokens(content)), cut: 'true' } };
}
