import type { ReceiptTier } from '@agent-mem/contract';
import type { Recall, Recalled } from './recall.ts';

/** What an answer's receipt says of a recall; `tokensOf` counts what an item takes in the context. */
export function tierReceipt<Item extends Pick<Recalled, 'id' | 'score'>>(
  found: Omit<Recall, 'items'> & { readonly items: readonly Item[] },
  tokensOf: (item: Item) => number,
): ReceiptTier {
  const items = found.items.map((item) => ({ id: item.id, score: item.score, tokens: tokensOf(item) }));
  return {
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    ms: found.ms,
    left_out: found.leftOut,
    degraded: [...found.degraded],
    error: null,
    stages_ms: { ...found.stagesMs },
    best_score: found.bestScore,
    disabled: false,
  };
}
