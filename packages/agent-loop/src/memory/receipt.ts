import type { Receipt, ReceiptTier, ReceiptTiers } from '@agent-mem/contract';
import { roundedMs } from '@agent-mem/runtime';

export const emptyTier: ReceiptTier = {
  items: [],
  tokens: 0,
  ms: 0,
  left_out: 0,
  degraded: [],
  error: null,
  stages_ms: {},
  best_score: null,
  disabled: false,
  left_out_items: [],
};

/** A tier that gave nothing, and why. */
export function missingTier(error: string, ms: number): ReceiptTier {
  return { ...emptyTier, ms, error };
}

/** The tiers of an invocation for which memory is off. */
export function disabledTiers({ profile, facts, episodes, conversation, working_memory }: ReceiptTiers): ReceiptTiers {
  const disabled = (tier: ReceiptTier) => ({ ...tier, disabled: true });
  return {
    profile: profile && disabled(profile),
    facts: disabled(facts),
    episodes: disabled(episodes),
    conversation: disabled(conversation),
    working_memory: disabled(working_memory),
  };
}

/** What an answer was made of. */
export interface ReceiptOf {
  readonly id: string;
  /** Such as agent.Invoke. */
  readonly operation: string;
  readonly tiers: ReceiptTiers;
  readonly ms: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A receipt as it is answered, and stored. */
export type MadeReceipt = Receipt & { readonly created_at: string; readonly operation: string };

/** What was shown of memory. */
export function receiptOf({ id, operation, tiers, ms, at }: ReceiptOf): MadeReceipt {
  const all = [tiers.profile ?? emptyTier, tiers.facts, tiers.episodes, tiers.conversation, tiers.working_memory];
  const tokens = all.reduce((sum, tier) => sum + tier.tokens, 0);
  return { id, tiers, tokens, ms: roundedMs(ms), created_at: new Date(at).toISOString(), operation, query: null };
}
