/** What fits into a budget of tokens. */
export interface BudgetFit<Item> {
  /** In the order they came. */
  readonly items: readonly Item[];
  readonly tokens: number;
  readonly leftOut: number;
}

/** Takes items in order while they fit; one that is too large is passed over, so a smaller one behind it may still find room. */
export function fitBudget<Item extends { readonly tokens: number }>(items: readonly Item[], maxTokens: number): BudgetFit<Item> {
  const fitting: Item[] = [];
  let tokens = 0;
  for (const item of items) {
    if (tokens + item.tokens > maxTokens) continue;
    fitting.push(item);
    tokens += item.tokens;
  }
  return { items: fitting, tokens, leftOut: items.length - fitting.length };
}
