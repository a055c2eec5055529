import { cosine } from '../vector.ts';

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): of what is left, always that with the highest
 * lambda · score − (1 − lambda) · likeness to what is chosen. Answers at most `most` items; what has no vector is like nothing.
 */
export function diversify<Item extends { readonly id: string; readonly score: number }>(
  items: readonly Item[],
  vectors: ReadonlyMap<string, Float32Array>,
  { lambda, most }: { readonly lambda: number; readonly most: number },
): readonly Item[] {
  const left = [...items];
  const chosen: Item[] = [];
  const likeness = new Map<Item, number>();
  while (chosen.length < most && left.length > 0) {
    let best = 0;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const [index, item] of left.entries()) {
      const value = lambda * item.score - (1 - lambda) * (likeness.get(item) ?? 0);
      if (value <= bestValue) continue;
      best = index;
      bestValue = value;
    }
    const [next] = left.splice(best, 1);
    if (next === undefined) break;
    chosen.push(next);
    const vector = vectors.get(next.id);
    if (vector === undefined) continue;
    for (const item of left) {
      const own = vectors.get(item.id);
      if (own !== undefined) likeness.set(item, Math.max(likeness.get(item) ?? 0, cosine(vector, own)));
    }
  }
  return chosen;
}
