import { bm25, type Collection, type WeightedTerm } from './bm25.ts';

export { weighTerms } from './bm25.ts';

/** What ranking looks at. */
export interface RankableHit {
  readonly id: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly length: number;
  /** `null`: it has no vector. */
  readonly cosine: number | null;
}

/** What hits are ranked for. */
export interface RankQuery {
  readonly terms: readonly WeightedTerm[];
  readonly collection: Collection;
  /** False: the query has no vector, words alone decide. */
  readonly dense: boolean;
}

/** A hit with its score. */
export interface RankedHit<Hit> {
  readonly hit: Hit;
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
 * Ranks hits, best first; those that share no term with the query and are not near it are left out.
 *
 * `lexical` is BM25 as a share of what a document of average length with each of the query's terms once would have, at most 1.
 * `dense` is the cosine, negative ones 0. Further stages (neighbours, sessions, speakers, dates) join the sum here.
 */
export function rank<Hit extends RankableHit>(query: RankQuery, hits: readonly Hit[]): readonly RankedHit<Hit>[] {
  const attainable = query.terms.reduce((sum, { weight }) => sum + weight, 0);
  const { dense } = query;
  const lexicalPart = attainable === 0 ? 0 : dense ? lexicalShare : 1;
  const ranked: RankedHit<Hit>[] = [];
  for (const hit of hits) {
    const lexical = attainable === 0 ? 0 : Math.min(1, bm25(query.terms, hit, query.collection) / attainable);
    const near = dense ? Math.min(1, Math.max(0, hit.cosine ?? 0)) : 0;
    if (lexical === 0 && near < leastCosine) continue;
    const fused = lexicalPart * lexical + (1 - lexicalPart) * near;
    ranked.push({ hit, score: fused, scores: dense ? { lexical, dense: near, fused } : { lexical, fused } });
  }
  return ranked.sort((a, b) => b.score - a.score || (a.hit.id < b.hit.id ? -1 : 1));
}
