import { bm25, type Collection, type WeightedTerm } from './bm25.ts';
import { cosine } from './vector.ts';

export { weighTerms } from './bm25.ts';

/** A vector and the embedder that made it. */
export interface LabelledVector {
  readonly embedder: string;
  readonly values: Float32Array;
}

/** What ranking looks at. */
export interface RankableDocument {
  readonly id: string;
  readonly terms: Readonly<Record<string, number>>;
  readonly length: number;
  readonly vectors: readonly LabelledVector[];
}

/** What candidates are ranked for. */
export interface RankQuery {
  readonly terms: readonly WeightedTerm[];
  readonly collection: Collection;
  /** The query's vector; `null`: words alone decide. */
  readonly vector: LabelledVector | null;
}

/** A candidate with its score. */
export interface RankedCandidate<Candidate> {
  readonly candidate: Candidate;
  /** 0 to 1. */
  readonly score: number;
  /** `lexical` and `dense`, each 0 to 1, and `fused`, their weighted sum. */
  readonly scores: Readonly<Record<string, number>>;
}

/** Shares of the two stages in the sum, fitted on conversations. */
const lexicalShare = 0.55;

/** With no word in common, a text must be this near: of unrelated ones, one or two in a hundred are. */
const leastCosine = 0.4;

/**
 * Ranks candidates, best first; those that share no term with the query and are not near it are left out.
 *
 * `lexical` is BM25 as a share of what a document of average length with each of the query's terms once would have, at most 1.
 * `dense` is the cosine, negative ones 0. Further stages (neighbours, sessions, speakers, dates) join the sum here.
 */
export function rank<Candidate extends { readonly document: RankableDocument; readonly cosine: number | null }>(
  query: RankQuery,
  candidates: readonly Candidate[],
): readonly RankedCandidate<Candidate>[] {
  const attainable = query.terms.reduce((sum, { weight }) => sum + weight, 0);
  const dense = query.vector !== null;
  const lexicalPart = attainable === 0 ? 0 : dense ? lexicalShare : 1;
  const ranked: RankedCandidate<Candidate>[] = [];
  for (const candidate of candidates) {
    const lexical = attainable === 0 ? 0 : Math.min(1, bm25(query.terms, candidate.document, query.collection) / attainable);
    const near = nearness(query.vector, candidate);
    if (lexical === 0 && near < leastCosine) continue;
    const fused = lexicalPart * lexical + (1 - lexicalPart) * near;
    ranked.push({ candidate, score: fused, scores: dense ? { lexical, dense: near, fused } : { lexical, fused } });
  }
  return ranked.sort((a, b) => b.score - a.score || (a.candidate.document.id < b.candidate.document.id ? -1 : 1));
}

/** A candidate that only the lexical leg found is measured here, so that which leg found it makes no difference. */
function nearness(
  vector: LabelledVector | null,
  { document, cosine: measured }: { readonly document: RankableDocument; readonly cosine: number | null },
): number {
  if (vector === null) return 0;
  const own = document.vectors.find(
    ({ embedder, values }) => embedder === vector.embedder && values.length === vector.values.length,
  );
  const value = measured ?? (own === undefined ? 0 : cosine(vector.values, own.values));
  return Math.min(1, Math.max(0, value));
}
