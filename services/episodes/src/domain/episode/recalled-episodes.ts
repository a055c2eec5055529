/** One episode as it was recalled. */
export interface RecalledEpisode {
  readonly id: string;
  /** How well it fits, 0 to 1. */
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/**
 * Episodes found by their goal, and those that met an error, with what each is worth (0 to 1): one that is both counts as the better of the
 * two. With an error the order is by score; without one what was found by the goal stands as it was ranked.
 */
export function byGoalAndError(
  byGoal: readonly RecalledEpisode[],
  byError: ReadonlyMap<string, number>,
): readonly RecalledEpisode[] {
  if (byError.size === 0) return byGoal;
  const found = new Map(byGoal.map((item) => [item.id, item]));
  const items = [...new Set([...found.keys(), ...byError.keys()])].map((id) => {
    const [goal, error] = [found.get(id), byError.get(id) ?? 0];
    const score = Math.max(goal?.score ?? 0, error);
    return { id, score, scores: { ...goal?.scores, error, ranking: score } };
  });
  return items.toSorted((a, b) => b.score - a.score);
}
