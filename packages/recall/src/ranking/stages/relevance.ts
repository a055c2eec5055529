import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** How soon repeats stop counting (k1), and how much long texts pay for their length (b). */
const k1 = 1.2;
const b = 0.4;

/** What a document has of what was asked for, whatever else was found: figures that may be compared between questions. Each 0 to 1. */
export interface Relevance {
  /** BM25 as a share of what a document of average length with each of the question's terms once would have, at most 1. */
  readonly lexical: Float64Array;
  /** The cosine, negative ones 0. */
  readonly cosine: Float64Array;
  /** Their weighted mean; where the question has no terms, or no vector, the other alone. */
  readonly relevance: Float64Array;
}

/** Measures each document of a pool by itself. */
export function relevance({ pool, profile, collection, terms, counts }: Ranking): Relevance {
  const { documents } = pool;
  const size = documents.length;
  const average = collection.documents > 0 ? collection.totalLength / collection.documents : 0;
  const attainable = terms.reduce((sum, { weight }) => sum + weight, 0);
  const dense = documents.some(({ cosine }) => cosine !== null);
  const part = attainable === 0 ? 0 : dense ? profile.lexicalPart : 1;
  const lexical = new Float64Array(size);
  for (const [number, { weight }] of terms.entries()) {
    for (let index = 0; index < size; index++) {
      const count = counts[number * size + index] ?? 0;
      if (count === 0) continue;
      const norm = k1 * (1 - b + b * (average > 0 ? (documents[index]?.length ?? 0) / average : 1));
      lexical[index] = (lexical[index] ?? 0) + (weight * count * (k1 + 1)) / (count + norm) / attainable;
    }
  }
  const bounded = lexical.map((share) => Math.min(1, share));
  const cosine = measured(documents, (document) => Math.min(1, Math.max(0, document.cosine ?? 0)));
  return { lexical: bounded, cosine, relevance: bounded.map((share, index) => part * share + (1 - part) * (cosine[index] ?? 0)) };
}
