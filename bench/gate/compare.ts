import { type Interval, pairedInterval } from '../bootstrap.ts';
import { ranksThen, type SuiteBaseline } from './baseline.ts';
import { type Ranks, ranksOf, recallOf, reciprocalOf } from './ranks.ts';
import type { Answered } from './suite.ts';

/** How a metric of a suite stands beside the baseline. */
export interface Comparison extends Interval {
  readonly metric: string;
  readonly questions: number;
  /** The whole 95 % interval lies below 0. */
  readonly lost: boolean;
  /** Ids of the questions that lost most, at most ten. */
  readonly worst: readonly string[];
}

/** Compares question by question what was answered with what the baseline holds: recall among the first k, and the reciprocal rank. */
export function compare(k: number, answered: readonly Answered[], baseline: SuiteBaseline): readonly Comparison[] {
  const then = ranksThen(baseline, answered);
  const now = answered.map(({ found, gold }) => ranksOf(found, gold));
  const recall = (ranks: Ranks) => recallOf(k, ranks);
  return Object.entries({ [`recall@${k}`]: recall, MRR: reciprocalOf }).map(([metric, of]) => {
    const interval = pairedInterval(now.map(of), then.map(of));
    const losses = answered.map(({ id }, index) => ({ id, loss: of(then[index] ?? []) - of(now[index] ?? []) }));
    const worst = losses.filter(({ loss }) => loss > 0).sort((one, other) => other.loss - one.loss);
    return {
      metric,
      questions: answered.length,
      ...interval,
      lost: interval.high < 0,
      worst: worst.slice(0, 10).map(({ id }) => id),
    };
  });
}
