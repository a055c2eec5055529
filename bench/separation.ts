/** How well a score tells two groups apart. */
export interface Separation {
  /** The share of pairs in which the first group's score is the higher one, a tie counting half: .5 tells nothing, 1 everything. */
  readonly auroc: number;
  /** From this score on one would answer: where the two rates below are furthest apart. */
  readonly threshold: number;
  /** Share of the first group at or above the threshold. */
  readonly trueRate: number;
  /** Share of the second group at or above the threshold. */
  readonly falseRate: number;
}

/** Separates what should score high from what should not; `auroc` is the Mann–Whitney statistic, the threshold Youden's. */
export function separationOf(high: readonly number[], low: readonly number[]): Separation {
  const best = [...new Set([...high, ...low])]
    .map((threshold) => ({ threshold, ...ratesAt(threshold, high, low) }))
    .reduce((one, other) => (other.trueRate - other.falseRate > one.trueRate - one.falseRate ? other : one), {
      threshold: Number.NaN,
      trueRate: 0,
      falseRate: 0,
    });
  return { auroc: auroc(high, low), ...best };
}

/** Shares of both groups that are at or above a threshold. */
export function ratesAt(threshold: number, high: readonly number[], low: readonly number[]) {
  const share = (scores: readonly number[]) => scores.filter((score) => score >= threshold).length / scores.length;
  return { trueRate: share(high), falseRate: share(low) };
}

function auroc(high: readonly number[], low: readonly number[]): number {
  let won = 0;
  for (const one of high) for (const other of low) won += one > other ? 1 : one === other ? 0.5 : 0;
  return won / (high.length * low.length);
}
