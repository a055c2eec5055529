import { percentile } from '../ranking-metrics.ts';
import type { Sample } from './measure.ts';

/** What a sample comes to. */
export interface Figures {
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly perSecond: number;
}

export function figuresOf({ ms, elapsedMs }: Sample): Figures {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(ms, share)) as [number, number, number];
  return { count: ms.length, p50, p95, p99, perSecond: (ms.length * 1_000) / elapsedMs };
}

/** How many times the floor's time ours takes: by the median when one is in flight at a time, else by how many are done in a second. */
export function ratioToFloor(ours: Figures, floor: Figures, inFlight: number): number {
  return inFlight === 1 ? ours.p50 / floor.p50 : floor.perSecond / ours.perSecond;
}
