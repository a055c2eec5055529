import type { Ranking } from '../ranking.ts';

/** Where all cosines are alike they tell nothing, and differences between them are not blown up. */
const leastRange = 0.1;

/** Cosines, each with shares of its neighbours', scaled from the least of the pool (0) to the best (1). What has no vector is 0. */
export function dense({ pool, profile }: Ranking): Float64Array {
  const cosines = smoothed({ pool, profile });
  let least = Number.POSITIVE_INFINITY;
  let best = Number.NEGATIVE_INFINITY;
  for (const cosine of cosines) {
    if (Number.isNaN(cosine)) continue;
    least = Math.min(least, cosine);
    best = Math.max(best, cosine);
  }
  const range = Math.max(best - least, leastRange);
  return cosines.map((cosine) => (Number.isNaN(cosine) ? 0 : (cosine - least) / range));
}

/** The mean of a document's cosine and its neighbours', by their shares. NaN: it has no vector. */
function smoothed({ pool, profile }: Pick<Ranking, 'pool' | 'profile'>): Float64Array {
  const { documents } = pool;
  return Float64Array.from(documents, ({ cosine }, place) => {
    if (cosine === null) return Number.NaN;
    let sum = cosine;
    let shares = 1;
    for (const { offset, share } of profile.smoothing) {
      const near = documents[pool.neighbour(place, offset)]?.cosine ?? null;
      if (near === null) continue;
      sum += share * near;
      shares += share;
    }
    return sum / shares;
  });
}
