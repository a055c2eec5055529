/** A parameter to be searched. */
export interface Coordinate {
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** Tried up and down from where it stands. */
  readonly steps: readonly number[];
}

type Values = Readonly<Record<string, number>>;

/**
 * Changes one parameter at a time as long as that gains `leastGain` or more, then takes back what is worth less than half of it.
 * Answers the values that differ from their start. The same gains give the same answer.
 */
export function coordinateSearch(
  coordinates: Readonly<Record<string, Coordinate>>,
  leastGain: number,
  gain: (changed: Values) => number,
): Values {
  const tries = Object.entries(coordinates).flatMap(([name, coordinate]) =>
    coordinate.steps.flatMap((step) => [step, -step]).map((by) => ({ name, by, ...coordinate })),
  );
  let best: Values = {};
  let most = gain(best);
  for (let improved = true; improved; ) {
    improved = false;
    for (const { name, by, start, min, max } of tries) {
      const value = Math.round(((best[name] ?? start) + by) * 1_000) / 1_000;
      if (value < min || value > max) continue;
      const tried = { ...best, [name]: value };
      const reached = gain(tried);
      if (reached < most + leastGain) continue;
      [best, most, improved] = [tried, reached, true];
    }
  }
  for (const name of Object.keys(best)) {
    const { [name]: _, ...without } = best;
    const left = gain(without);
    if (left >= most - leastGain / 2) [best, most] = [without, left];
  }
  return best;
}
