import type { ReceiptTier } from '@agent-mem/contract';
import { eachRounded, roundedMs, roundedScore } from '@agent-mem/runtime';
import type { Recall, Recalled } from '../recall.ts';

/** What an answer's receipt says of a recall; `tokensOf` counts what an item takes in the context. */
export function tierReceipt<Item extends Pick<Recalled, 'id' | 'score'>>(
  found: Omit<Recall, 'items'> & { readonly items: readonly Item[] },
  tokensOf: (item: Item) => number,
): ReceiptTier {
  const items = found.items.map((item) => ({ id: item.id, score: roundedScore(item.score), tokens: tokensOf(item) }));
  return {
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    ms: roundedMs(found.ms),
    left_out: found.leftOut,
    degraded: [...found.degraded],
    error: null,
    stages_ms: eachRounded(found.stagesMs, roundedMs),
    best_score: found.bestScore === null ? null : roundedScore(found.bestScore),
    disabled: false,
    left_out_items: [...found.leftOutItems],
  };
}
