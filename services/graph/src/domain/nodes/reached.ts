import { ascending } from '@agent-mem/contract';
import type { GraphStep } from '@agent-mem/storage';

/** A node that was found around another, with the step that leads to it. */
export interface Reached {
  readonly step: GraphStep;
  /** How many edges away. */
  readonly depth: number;
  /** 0 to 1: how near it is and how strongly joined. */
  readonly score: number;
}

/** What can be put in order. */
export type SortBy = 'created_at' | 'weight_desc' | 'weight_asc' | 'score';

/** Of an edge that nothing was learned about. */
const unweighed = 0.5;

/** By what one edge of a way multiplies the score of its end: its weight within 0 and 1, halved beyond the first edge. */
export function stepScore(weight: number | null, depth: number): number {
  return Math.min(1, Math.max(0, weight ?? unweighed)) * (depth > 1 ? 0.5 : 1);
}

/** In order; ties by the id of the edge and then of the node. An edge without a weight comes last. */
export function inOrder(found: readonly Reached[], sortBy: SortBy): readonly Reached[] {
  const rank = rankBy[sortBy];
  return found.toSorted(
    (a, b) => ascending(rank(a), rank(b)) || ascending(a.step.edgeId, b.step.edgeId) || ascending(a.step.to, b.step.to),
  );
}

const rankBy: Readonly<Record<SortBy, (reached: Reached) => string | number>> = {
  created_at: ({ step }) => step.createdAt,
  weight_desc: ({ step }) => (step.weight === null ? Number.MAX_VALUE : -step.weight),
  weight_asc: ({ step }) => step.weight ?? Number.MAX_VALUE,
  score: ({ score }) => -score,
};
