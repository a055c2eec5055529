import { OperationError } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import type { HydratedRecall, RecalledNode } from './hydrate-recall.ts';
import { firstLeftOut, leftOutFor } from './receipts/left-out-items.ts';

/** How far the learned weight of a node may move it, up or down. */
const bound = 0.05;
/** Recall takes no more than this. Where weights narrow what is answered, so many are recalled first. */
const mostAtOnce = 100;
/** Recalled beyond `top_k`: the index may still find what was superseded or deleted a moment ago, and its place goes to the next. */
const spare = 5;

/**
 * What the learned weight of a node (`null`: none) makes of its rank: a factor from 0.95 to 1.05, of which 0.5 is the middle; what lies
 * outside 0 and 1 counts as the nearer of them. No more, since a node that was useful once would be lifted for every other question too,
 * which does net harm; a weight that counts belongs to an edge.
 */
export function weightFactor(weight: number | null): number {
  if (weight === null) return 1;
  return 1 + bound * (2 * Math.min(1, Math.max(0, weight)) - 1);
}

/** The `top_k` best of a recall, in the order that a request asks for. Those beyond are left out. */
export function bestOf<Record>(
  { items, ...recall }: HydratedRecall<Record>,
  { top_k, sort_by }: { readonly top_k: number; readonly sort_by: SortedBy },
): HydratedRecall<Record> {
  const ordered = weighed(items);
  const beyond = ordered.slice(top_k).map(({ node }) => node);
  return {
    ...recall,
    items: sortedBy(ordered.slice(0, top_k), sort_by),
    leftOut: recall.leftOut + beyond.length,
    leftOutItems: firstLeftOut(leftOutFor('top_k', beyond), recall.leftOutItems),
  };
}

/** In their order, which the learned weights of the records themselves may move a little. Without any it stays. */
export function weighed<Item extends Pick<RecalledNode, 'node' | 'scores'>>(items: readonly Item[]): readonly Item[] {
  if (items.every(({ node }) => node.weight === null)) return items;
  const rankOf = ({ node, scores }: Item) => (scores.ranking ?? 0) * weightFactor(node.weight);
  return items.toSorted((a, b) => rankOf(b) - rankOf(a));
}

/** Which weights a request lets through. */
export interface WeightBounds {
  readonly min_weight: number | null;
  readonly max_weight: number | null;
}

/** Throws `invalid-argument` for bounds that no weight is within. */
export function checkWeights({ min_weight, max_weight }: WeightBounds): void {
  if (min_weight !== null && max_weight !== null && min_weight > max_weight)
    throw new OperationError('invalid-argument', `min_weight: must be at most max_weight (${max_weight}), got ${min_weight}`);
}

/** Whether a record's weight is what a request asks for; one without a weight is only where nothing is asked. */
export function isWithinWeights({ weight }: Pick<GraphNode, 'weight'>, { min_weight, max_weight }: WeightBounds): boolean {
  if (min_weight === null && max_weight === null) return true;
  return weight !== null && weight >= (min_weight ?? weight) && weight <= (max_weight ?? weight);
}

/** How many to recall so that top_k are left of them. */
export function mostRecalled({ top_k, min_weight, max_weight }: WeightBounds & { readonly top_k: number }): number {
  return min_weight === null && max_weight === null ? Math.min(top_k + spare, mostAtOnce) : mostAtOnce;
}

type SortedBy = 'score' | 'weight_desc' | 'weight_asc' | 'created_at';

/** What was answered in the order that a request asks for: by weight what has none comes last, by created_at the newest first. */
export function sortedBy<Item extends Pick<RecalledNode, 'node'>>(items: readonly Item[], order: SortedBy): readonly Item[] {
  if (order === 'score') return items;
  if (order === 'created_at') return items.toSorted((a, b) => (a.node.createdAt < b.node.createdAt ? 1 : -1));
  const sign = order === 'weight_desc' ? -1 : 1;
  const rankOf = ({ node }: Item) => (node.weight === null ? Number.POSITIVE_INFINITY : sign * node.weight);
  return items.toSorted((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)));
}
