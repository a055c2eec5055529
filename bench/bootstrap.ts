import { seededRandom } from '@agent-mem/testing';
import { mean } from './ranking-metrics.ts';

/** How to draw. */
export interface BootstrapOptions {
  /** The same seed draws the same samples. Default: 1. */
  readonly seed?: number;
  /** How often to draw. Default: 10,000. */
  readonly samples?: number;
  /** 0 to 1. Default: .95. */
  readonly confidence?: number;
}

/** A mean difference, and between which bounds it lies. */
export interface Interval {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The mean of `a` − `b` over the same questions in the same order, with its percentile bootstrap interval (Efron 1979): questions are drawn
 * with replacement, each with both its values. Throws a `RangeError` if the lengths differ or nothing is given.
 */
export function pairedInterval(a: readonly number[], b: readonly number[], options: BootstrapOptions = {}): Interval {
  if (a.length !== b.length) throw new RangeError(`Pairs are needed, got ${a.length} and ${b.length} values`);
  if (a.length === 0) throw new RangeError('Pairs are needed, got none');
  const { seed = 1, samples = 10_000, confidence = 0.95 } = options;
  const differences = Float64Array.from(a, (value, index) => value - (b[index] ?? Number.NaN));
  const means = Float64Array.from({ length: samples });
  const random = seededRandom(seed);
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0;
    for (let drawn = 0; drawn < differences.length; drawn++)
      sum += differences[Math.floor(random() * differences.length)] ?? Number.NaN;
    means[sample] = sum / differences.length;
  }
  means.sort();
  const at = (share: number) => means[Math.min(samples - 1, Math.floor(share * samples))] ?? Number.NaN;
  return { difference: mean([...differences]), low: at((1 - confidence) / 2), high: at((1 + confidence) / 2) };
}

/** The interval as reports show it: `+0.012 [−0.001, +0.025]`. */
export function intervalText({ difference, low, high }: Interval): string {
  return `${signed(difference)} [${signed(low)}, ${signed(high)}]`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
