/** What fits into a budget of tokens. */
export interface BudgetFit<Item> {
  /** In the order they came. */
  readonly items: readonly Item[];
  readonly tokens: number;
  readonly leftOut: number;
  readonly leftOutItems: readonly Item[];
}

/** Takes items in order while they fit; one that is too large is passed over, so a smaller one behind it may still find room. */
export function fitBudget<Item extends { readonly tokens: number }>(items: readonly Item[], maxTokens: number): BudgetFit<Item> {
  const fitting: Item[] = [];
  const leftOutItems: Item[] = [];
  let tokens = 0;
  for (const item of items) {
    if (tokens + item.tokens > maxTokens) {
      leftOutItems.push(item);
      continue;
    }
    fitting.push(item);
    tokens += item.tokens;
  }
  return { items: fitting, tokens, leftOut: leftOutItems.length, leftOutItems };
}
