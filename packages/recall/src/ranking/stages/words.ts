import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** BM25 over words, unscaled. Each message counts shares of its neighbours' words in the same session as its own; its length grows alike. */
export function wordScores(ranking: Ranking): Float64Array {
  const { pool, profile, collection, terms } = ranking;
  const { k1, b } = profile.bm25;
  const { counts, lengths } = windowed(ranking);
  const average = windowedAverage(profile, collection);
  const size = pool.documents.length;
  const scores = new Float64Array(size);
  for (const [term, { weight }] of terms.entries()) {
    for (let index = 0; index < size; index++) {
      const count = counts[term * size + index] ?? 0;
      if (count === 0) continue;
      const norm = k1 * (1 - b + (b * (lengths[index] ?? 0)) / average);
      scores[index] = (scores[index] ?? 0) + (weight * count * (k1 + 1)) / (count + norm);
    }
  }
  return scores;
}

/** Counts of words and lengths, with the shares of the neighbours. `counts` has a row of all messages for each term. */
function windowed({
  pool,
  profile: { window, windowTerms },
  counts: own,
}: Ranking): Pick<Ranking, 'counts'> & { lengths: Float64Array } {
  const size = pool.documents.length;
  const ownLengths = measured(pool.documents, ({ length }) => length);
  const lengths = ownLengths.slice();
  const counts = own.slice();
  for (const { offset, share } of window) {
    const neighbours = pool.neighboursAt(offset);
    for (let index = 0; index < size; index++) {
      const near = neighbours[index] ?? -1;
      if (near < 0) continue;
      const length = ownLengths[near] ?? 0;
      const part = length > windowTerms ? (share * windowTerms) / length : share;
      lengths[index] = (lengths[index] ?? 0) + part * length;
      for (let row = 0; row < counts.length; row += size)
        counts[row + index] = (counts[row + index] ?? 0) + part * (own[row + near] ?? 0);
    }
  }
  return { counts, lengths };
}

/** The length of an average message inside a session with its neighbours' shares: what a store can tell is only the average without them. */
function windowedAverage({ window, windowTerms }: Ranking['profile'], { documents, totalLength }: Ranking['collection']): number {
  const average = documents > 0 && totalLength > 0 ? totalLength / documents : 1;
  const lent = Math.min(average, windowTerms);
  return window.reduce((sum, { share }) => sum + share * lent, average);
}
