/** The places, from 1, of all that answers a question; 0: not found. */
export type Ranks = readonly number[];

/** Where each of the gold is among what was found. */
export function ranksOf(found: readonly string[], gold: readonly string[]): Ranks {
  return gold.map((id) => found.indexOf(id) + 1);
}

/** Share of the gold that is among the first k. */
export function recallOf(k: number, ranks: Ranks): number {
  return ranks.filter((rank) => rank > 0 && rank <= k).length / ranks.length;
}

/** One over the best rank; 0: nothing was found. */
export function reciprocalOf(ranks: Ranks): number {
  const found = ranks.filter((rank) => rank > 0);
  return found.length === 0 ? 0 : 1 / Math.min(...found);
}

/** Questions one after another, as the baseline holds them: "1 3,0 2". */
export function ranksText(questions: readonly Ranks[]): string {
  return questions.map((ranks) => ranks.join(',')).join(' ');
}

/** Reads what `ranksText` wrote. */
export function ranksFrom(text: string): readonly Ranks[] {
  return text.split(' ').map((ranks) => ranks.split(',').map(Number));
}
