import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

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
  const own = measured(pool.documents, ({ cosine }) => cosine ?? Number.NaN);
  const sums = own.slice();
  const shares = new Float64Array(own.length).fill(1);
  for (const { offset, share } of profile.smoothing) {
    const neighbours = pool.neighboursAt(offset);
    for (let index = 0; index < own.length; index++) {
      const near = own[neighbours[index] ?? -1] ?? Number.NaN;
      if (Number.isNaN(near)) continue;
      sums[index] = (sums[index] ?? 0) + share * near;
      shares[index] = (shares[index] ?? 0) + share;
    }
  }
  return sums.map((sum, index) => sum / (shares[index] ?? 1));
}
