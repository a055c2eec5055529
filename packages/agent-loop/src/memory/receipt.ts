import type { Receipt, ReceiptTier, ReceiptTiers } from '@agent-mem/contract';
import { type Invocation, receiptIdOf } from '../invocation.ts';

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
};

/** A tier that gave nothing, and why. */
export function missingTier(error: string, ms: number): ReceiptTier {
  return { ...emptyTier, ms, error };
}

/** The tiers of an invocation for which memory is off. */
export function disabledTiers({ facts, episodes, conversation, working_memory }: ReceiptTiers): ReceiptTiers {
  const disabled = (tier: ReceiptTier) => ({ ...tier, disabled: true });
  return {
    facts: disabled(facts),
    episodes: disabled(episodes),
    conversation: disabled(conversation),
    working_memory: disabled(working_memory),
  };
}

/** What the model was shown of memory. */
export function receiptOf(invocation: Invocation, tiers: ReceiptTiers, ms: number): Receipt {
  const all = [tiers.facts, tiers.episodes, tiers.conversation, tiers.working_memory];
  return { id: receiptIdOf(invocation), tiers, tokens: all.reduce((sum, tier) => sum + tier.tokens, 0), ms };
}
