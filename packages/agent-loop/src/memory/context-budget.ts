import { type BudgetFit, fitBudget } from '@agent-mem/recall/ranking';

/** Something that may go into the context, and what it costs. */
export interface Sized {
  readonly tokens: number;
}

/** What each tier is promised of the room; what one does not need goes to the others, in this order. */
const shares = { facts: 0.4, conversation: 0.4, episodes: 0.2 } as const;

export type RecalledTier = keyof typeof shares;

/** Divides the room among the tiers. The first items of a tier are the last to be left out. */
export function fitTiers<Tiers extends Readonly<Record<RecalledTier, readonly Sized[]>>>(
  tiers: Tiers,
  maxTokens: number,
): { readonly [Tier in RecalledTier]: BudgetFit<Tiers[Tier][number]> } {
  const names = Object.keys(shares) as RecalledTier[];
  const promised = names.map((name) => fitBudget(tiers[name], Math.floor(maxTokens * shares[name])).tokens);
  let spare = maxTokens - promised.reduce((sum, tokens) => sum + tokens, 0);
  const fitted = names.map((name, index) => {
    const own = promised[index] ?? 0;
    const fit = fitBudget(tiers[name], own + spare);
    spare -= fit.tokens - own;
    return [name, fit] as const;
  });
  // One entry for each tier: `names` are the keys of `shares`.
  return Object.fromEntries(fitted) as unknown as { readonly [Tier in RecalledTier]: BudgetFit<Tiers[Tier][number]> };
}
