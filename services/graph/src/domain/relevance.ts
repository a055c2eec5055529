import { dayMs } from '@agent-mem/contract';

/** What is known of a memory's worth. */
export interface Worth {
  /** Learned, from 0 to 1; `null`: nothing was learned. */
  readonly weight: number | null;
  /** How often it went into an invocation's context. */
  readonly uses: number;
  readonly ageMs: number;
}

/** How fast memories fade: the value that fits people in most studies. */
const decay = 0.5;
/** What a learned weight counts beside use and age. */
const weightShare = 0.5;

/**
 * From 0 to 1: how likely it is that the memory will be needed. Use and age count by the base-level learning of ACT-R (Anderson & Schooler 1991,
 * "Reflections of the environment in memory"), in its usual approximation for uses spread over a life (Anderson & Lebiere 1998, chapter 4):
 * the odds of need are n / (1 − d) · L^−d, for n uses, its storing among them, in a life of L days, at least an hour of one. A weight that
 * was learned counts half.
 */
export function relevance({ weight, uses, ageMs }: Worth): number {
  const days = Math.max(ageMs / dayMs, 1 / 24);
  const odds = ((uses + 1) / (1 - decay)) * days ** -decay;
  const need = odds / (1 + odds);
  return weight === null ? need : weightShare * Math.min(1, Math.max(0, weight)) + (1 - weightShare) * need;
}
