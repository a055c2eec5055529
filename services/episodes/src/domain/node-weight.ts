/** How far the learned weight of a node may move it, up or down. */
const bound = 0.05;

/**
 * What the learned weight of a node (0 to 1; `null`: none) makes of its rank: a factor from 0.95 to 1.05. No more, since a node that was
 * useful once would be lifted for every other question too, which does net harm; a weight that counts belongs to an edge.
 */
export function nodeWeightFactor(weight: number | null): number {
  if (weight === null) return 1;
  return 1 + bound * (2 * Math.min(1, Math.max(0, weight)) - 1);
}
