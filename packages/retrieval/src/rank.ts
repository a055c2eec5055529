import { bm25, type Collection, type WeightedTerm } from './bm25.ts';

export { weighTerms } from './bm25.ts';

/** What candidates are ranked for. */
export interface RankQuery {
  readonly terms: readonly WeightedTerm[];
  readonly collection: Collection;
  /** Candidates bring a cosine; false: words alone decide. */
  readonly dense: boolean;
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
const lexicalShare = 0.75;

/** A cosine below this says nothing: so alike are texts that have nothing in common. */
const leastCosine = 0.3;

/**
 * Ranks candidates, best first; those that share no term with the query and are not near it are left out.
 *
 * `lexical` is BM25 as a share of what a document of average length with each of the query's terms once would have, at most 1.
 * `dense` is the cosine, negative ones 0. Further stages (neighbours, sessions, speakers, dates) join the sum here.
 */
export function rank<
  Candidate extends {
    readonly document: { readonly id: string; readonly terms: Readonly<Record<string, number>>; readonly length: number };
    readonly cosine: number | null;
  },
>(query: RankQuery, candidates: readonly Candidate[]): readonly RankedCandidate<Candidate>[] {
  const attainable = query.terms.reduce((sum, { weight }) => sum + weight, 0);
  const ranked: RankedCandidate<Candidate>[] = [];
  for (const candidate of candidates) {
    const lexical = attainable > 0 ? Math.min(1, bm25(query.terms, candidate.document, query.collection) / attainable) : 0;
    const near = query.dense ? Math.min(1, Math.max(0, candidate.cosine ?? 0)) : 0;
    if (lexical === 0 && near < leastCosine) continue;
    const fused = query.dense ? (query.terms.length > 0 ? lexicalShare * lexical + (1 - lexicalShare) * near : near) : lexical;
    ranked.push({ candidate, score: fused, scores: query.dense ? { lexical, dense: near, fused } : { lexical, fused } });
  }
  return ranked.sort((a, b) => b.score - a.score || (a.candidate.document.id < b.candidate.document.id ? -1 : 1));
}
