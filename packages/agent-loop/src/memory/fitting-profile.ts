import type { Fact } from '@agent-mem/contract';
import { firstLeftOut, leftOutFor } from '@agent-mem/recall';
import { roundedMs } from '@agent-mem/runtime';
import { type FetchedTiers, factsOfProfile } from './fetch-tiers.ts';
import { emptyTier, missingTier } from './receipt.ts';

/** The profile, where there is room for it, with its facts and its part of the receipt. */
export function fittingProfile({ answer, error, ms }: FetchedTiers['profile'], maxTokens: number) {
  const none = { text: '', facts: [] };
  if (error !== null) return { ...none, tier: missingTier(error, roundedMs(ms)) };
  const tier = { ...emptyTier, ...answer?.receipt, ms: roundedMs(ms), disabled: answer?.disabled ?? false };
  if (tier.tokens <= maxTokens) return { text: answer?.text ?? '', facts: factsOfProfile(answer), tier };
  const facts = factsOfProfile(answer);
  const left_out_items = [...firstLeftOut(leftOutFor('tokens', facts), tier.left_out_items)];
  return { ...none, tier: { ...emptyTier, ms: tier.ms, left_out: facts.length + tier.left_out, left_out_items } };
}

/** When the newest of them was said (ISO 8601); empty: there is none. */
export function newestOf(facts: readonly Fact[]): string {
  const times = facts.map(({ timestamp }) => timestamp).toSorted();
  return times.at(-1) ?? '';
}
