import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** BM25 over words, unscaled. Each message counts shares of its neighbours' words in the same session as its own; its length grows alike. */
export function wordScores({ pool, profile, collection, terms, counts }: Ranking): Float64Array {
  const size = pool.documents.length;
  const { window, windowTerms, bm25 } = profile;
  const lengths = measured(pool.documents, ({ length }) => length);
  const own = lengths.slice();
  const windowed = counts.slice();
  for (const { offset, share } of window) {
    const neighbours = pool.neighboursAt(offset);
    for (let index = 0; index < size; index++) {
      const near = neighbours[index] ?? -1;
      if (near < 0) continue;
      const length = own[near] ?? 0;
      const part = length > windowTerms ? (share * windowTerms) / length : share;
      lengths[index] = (lengths[index] ?? 0) + part * length;
      for (let at = 0; at < counts.length; at += size) {
        const lent = counts[at + near] ?? 0;
        if (lent > 0) windowed[at + index] = (windowed[at + index] ?? 0) + part * lent;
      }
    }
  }
  const average = windowedAverage(profile, collection);
  const scores = new Float64Array(size);
  for (const [term, { weight }] of terms.entries()) {
    for (let index = 0; index < size; index++) {
      const count = windowed[term * size + index] ?? 0;
      if (count === 0) continue;
      const norm = bm25.k1 * (1 - bm25.b + (bm25.b * (lengths[index] ?? 0)) / average);
      scores[index] = (scores[index] ?? 0) + (weight * count * (bm25.k1 + 1)) / (count + norm);
    }
  }
  return scores;
}

/** The length of an average message inside a session with its neighbours' shares: what a store can tell is only the average without them. */
function windowedAverage({ window, windowTerms }: Ranking['profile'], { documents, totalLength }: Ranking['collection']): number {
  const average = documents > 0 && totalLength > 0 ? totalLength / documents : 1;
  const lent = Math.min(average, windowTerms);
  return window.reduce((sum, { share }) => sum + share * lent, average);
}
