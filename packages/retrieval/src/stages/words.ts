import type { Ranking } from '../ranking.ts';

/** BM25 over words, unscaled. Each message counts shares of its neighbours' words in the same session as its own; its length grows alike. */
export function wordScores({ pool, profile, collection, terms, counts }: Ranking): Float64Array {
  const size = pool.documents.length;
  const { window, windowTerms, bm25 } = profile;
  const lengths = Float64Array.from(pool.documents, ({ length }) => length);
  const lent = Float64Array.from(lengths, (length) => (length > windowTerms ? windowTerms / length : 1));
  const own = lengths.slice();
  const windowed = counts.slice();
  for (let place = 0; place < size; place++) {
    for (const { offset, share } of window) {
      const near = pool.neighbour(place, offset);
      if (near < 0) continue;
      const part = share * (lent[near] ?? 0);
      lengths[place] = (lengths[place] ?? 0) + part * (own[near] ?? 0);
      for (let term = 0; term < terms.length; term++) {
        const at = term * size;
        windowed[at + place] = (windowed[at + place] ?? 0) + part * (counts[at + near] ?? 0);
      }
    }
  }
  const average = windowedAverage(profile, collection);
  const scores = new Float64Array(size);
  for (const [term, { weight }] of terms.entries()) {
    for (let place = 0; place < size; place++) {
      const count = windowed[term * size + place] ?? 0;
      if (count === 0) continue;
      const norm = bm25.k1 * (1 - bm25.b + (bm25.b * (lengths[place] ?? 0)) / average);
      scores[place] = (scores[place] ?? 0) + (weight * count * (bm25.k1 + 1)) / (count + norm);
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
