/** How soon a lower rank counts for less. */
const damping = 10;

/** Ids of several rankings in one, best first, with a score from 0 to 1: 1 is the first of all. */
export function fusedRanks(rankings: readonly (readonly string[])[]): readonly { readonly id: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  const most = rankings.length / (damping + 1);
  for (const ranking of rankings)
    for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (damping + 1 + rank) / most);
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score);
}
