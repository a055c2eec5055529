import { dayMs } from '@agent-mem/contract';
import type { Recency } from '../profile.ts';

/** A score after what age does to it; what is dated in the future counts as of today. */
export function aged(score: number, timestampMs: number, nowMs: number, { form, weight, days }: Recency): number {
  if (weight === 0) return score;
  const freshness = Math.exp(-Math.max(0, nowMs - timestampMs) / dayMs / days);
  switch (form) {
    case 'bounded':
      return score * (1 + weight * (2 * freshness - 1));
    case 'additive':
      return (1 - weight) * score + weight * freshness;
    default:
      return form satisfies never;
  }
}
