/** Share of the evidence that is among the first k. */
export function recallAt(k: number, found: readonly string[], evidence: ReadonlySet<string>): number {
  const first = new Set(found.slice(0, k));
  return [...evidence].filter((id) => first.has(id)).length / evidence.size;
}

/** One over the rank of the first evidence; 0 if none was found. */
export function reciprocalRank(found: readonly string[], evidence: ReadonlySet<string>): number {
  const index = found.findIndex((id) => evidence.has(id));
  return index < 0 ? 0 : 1 / (index + 1);
}

/** The mean; `NaN` of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The smallest value that so large a share (0 to 1) of the values does not exceed; `NaN` of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
