import { dayMs } from '@agent-mem/contract';

const halfLifeDays = 180;

/** What is left of a learned weight after a while: half of it after 180 days. */
export function decayed(weight: number, ageMs: number): number {
  return weight * 0.5 ** (Math.max(0, ageMs) / (halfLifeDays * dayMs));
}
