/** Figures of a collection that BM25 needs. */
export interface Collection {
  readonly documents: number;
  /** Sum of all lengths. */
  readonly totalLength: number;
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** A query's term and how much it tells. */
export interface WeightedTerm {
  readonly term: string;
  /** Inverse document frequency: ln(1 + (N − df + 0.5) / (df + 0.5)). */
  readonly weight: number;
}

/** How soon repeats stop counting (k1), and how much long documents pay for their length (b). */
const k1 = 1.2;
const b = 0.4;

/** The terms with their inverse document frequency in a collection. */
export function weighTerms(terms: readonly string[], collection: Collection): readonly WeightedTerm[] {
  return terms.map((term) => {
    const frequency = Math.min(collection.documentFrequency.get(term) ?? 0, collection.documents);
    return { term, weight: Math.log(1 + (collection.documents - frequency + 0.5) / (frequency + 0.5)) };
  });
}

/** BM25 of one document (Robertson and Zaragoza 2009). */
export function bm25(
  terms: readonly WeightedTerm[],
  document: { readonly counts: Readonly<Record<string, number>>; readonly length: number },
  collection: Collection,
): number {
  const averageLength = collection.documents > 0 ? collection.totalLength / collection.documents : 0;
  const norm = k1 * (1 - b + b * (averageLength > 0 ? document.length / averageLength : 1));
  let score = 0;
  for (const { term, weight } of terms) {
    const count = document.counts[term] ?? 0;
    score += (weight * count * (k1 + 1)) / (count + norm);
  }
  return score;
}
