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
  /** Inverse document frequency. */
  readonly weight: number;
}

/** ln(1 + (N − df + 0.5) / (df + 0.5)), never negative. */
export function inverseDocumentFrequency(frequency: number, documents: number): number {
  const holding = Math.min(frequency, documents);
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** The terms with their inverse document frequency in a collection. */
export function weighTerms(terms: readonly string[], { documents, documentFrequency }: Collection): readonly WeightedTerm[] {
  return terms.map((term) => ({ term, weight: inverseDocumentFrequency(documentFrequency.get(term) ?? 0, documents) }));
}
