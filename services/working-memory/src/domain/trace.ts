import type { CompressedTrace, WorkingMemoryItem } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';

/** What the running invocation has thought, done and seen. */
export interface Trace {
  /** What it is to achieve; it opens the trace. */
  readonly goal: WorkingMemoryItem | null;
  /** By position, from 0. */
  readonly items: readonly WorkingMemoryItem[];
  /** What replaces the oldest items; `null`: nothing was compressed yet. */
  readonly summary: TraceSummary | null;
}

/** The oldest items in short. */
export interface TraceSummary {
  /** The items before this position. */
  readonly covers: number;
  /** The record in words, as a service of 0.1 shows it. */
  readonly content: string;
  readonly method: 'model' | 'rules';
  /** Absent in a summary of 0.1: then the content is all there is. */
  readonly record?: CompressedTrace;
}

/** The item with its number of tokens in its metadata. */
export function countedItem(item: WorkingMemoryItem, now: string): WorkingMemoryItem {
  return {
    type: item.type,
    content: item.content,
    timestamp: item.timestamp || now,
    metadata: { ...item.metadata, token_count: String(countTokens(item.content)) },
  };
}

/** Tokens of an item, from its metadata where the count stands there. */
export function tokensOf(item: WorkingMemoryItem): number {
  const counted = Number(item.metadata.token_count);
  return Number.isInteger(counted) && counted >= 0 ? counted : countTokens(item.content);
}

/** Tokens of some items together. */
export function tokensOfAll(items: readonly WorkingMemoryItem[]): number {
  return items.reduce((sum, item) => sum + tokensOf(item), 0);
}

/** All that was appended, word by word. */
export function wholeTrace({ goal, items }: Trace): readonly WorkingMemoryItem[] {
  return goal ? [goal, ...items] : items;
}

/** The trace as it stands: the summary instead of what it covers. */
export function standingTrace({ goal, items, summary }: Trace): readonly WorkingMemoryItem[] {
  const opening = goal ? [goal] : [];
  return summary ? [...opening, summaryItem(summary.content, items), ...items.slice(summary.covers)] : [...opening, ...items];
}

/** A summary as an item of the trace, as old as the newest item. */
export function summaryItem(content: string, items: readonly WorkingMemoryItem[]): WorkingMemoryItem {
  const timestamp = items.at(-1)?.timestamp ?? '';
  return { type: 'summary', content, timestamp, metadata: { token_count: String(countTokens(content)) } };
}
