import type { RecallResponse } from '@agent-mem/contract';
import { blockOf } from '@agent-mem/proxy';

/** What is shown in front of a turn's words, and what it is made of. */
export interface ShownBlock {
  /** Empty: nothing is shown. */
  readonly text: string;
  /** Empty: memory was not asked in time. */
  readonly receiptId: string;
  readonly used: readonly { readonly id: string; readonly score: number }[];
}

/** What a turn is sent with for which memory had nothing to say. */
export const noBlock: ShownBlock = { text: '', receiptId: '', used: [] };

/** The block that a recall makes. */
export function shownBlock({ text, receipt }: RecallResponse): ShownBlock {
  const tiers = Object.values(receipt?.tiers ?? {}) as readonly (RecalledTier | null)[];
  const items = tiers.flatMap((tier) => tier?.items ?? []);
  return {
    text: blockOf(text),
    receiptId: receipt?.id ?? '',
    used: items.map(({ id, score }) => ({ id, score: Math.round((score ?? 0) * 1000) / 1000 })),
  };
}

interface RecalledTier {
  readonly items?: readonly { readonly id: string; readonly score?: number | null }[];
}
