import type { Asked } from './ask.ts';
import type { Measured } from './measure.ts';
import type { Memory } from './memory.ts';

/** How soon repeats stop counting, and how much long texts pay for their length: what Lucene and its like come with. */
const k1 = 1.2;
const b = 0.75;

/** What the words alone find: BM25 (Robertson and Zaragoza 2009). Documents without any of the words are not found. */
export function askWords({ nameOf }: Memory, { question, terms, collection, hits }: Measured): Asked {
  const average = collection.totalLength / collection.documents;
  const scored = hits.map(({ id, counts, length }) => {
    const norm = k1 * (1 - b + (b * length) / average);
    const parts = terms.map(({ term, weight }) => (weight * (counts[term] ?? 0) * (k1 + 1)) / ((counts[term] ?? 0) + norm));
    return { id: nameOf(id), score: parts.reduce((sum, part) => sum + part, 0) };
  });
  return bestOf(
    question,
    scored.filter(({ score }) => score > 0),
  );
}

/** What the vectors alone find, by cosine. */
export function askVectors({ nameOf }: Memory, { question, hits }: Measured): Asked {
  return bestOf(
    question,
    hits.map(({ id, cosine }) => ({ id: nameOf(id), score: cosine ?? 0 })),
  );
}

function bestOf(question: Asked['question'], scored: readonly { readonly id: string; readonly score: number }[]): Asked {
  const ranked = scored.toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1)).slice(0, 10);
  return { question, found: ranked.map(({ id }) => id), best: ranked[0]?.score ?? 0, ms: 0 };
}
