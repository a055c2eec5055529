/** Milliseconds as they are answered: whole from 10 on, with one decimal below. A further digit says nothing about the next request. */
export function roundedMs(ms: number): number {
  return ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10;
}

/** A score as it is answered: four decimals. Ranking and thresholds compute with the exact one. */
export function roundedScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** Figures by name, each rounded alike. */
export function eachRounded(
  figures: Readonly<Record<string, number>>,
  rounded: (figure: number) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, rounded(figure)]));
}
