import type { Collection, WeightedTerm } from './bm25.ts';
import type { Pool } from './pool.ts';
import type { FeatureName, RecallProfile } from './profile.ts';
import type { PastQuestion, Question } from './question.ts';

/** What every feature of a ranking may look at. */
export interface Ranking {
  readonly question: Question;
  readonly pool: Pool;
  readonly profile: RecallProfile;
  readonly collection: Collection;
  readonly terms: readonly WeightedTerm[];
  /** How often each document holds each term: documents of the first term, then of the second … */
  readonly counts: Float64Array;
  /** The conversation that asks. */
  readonly askedFrom: string | null;
  readonly pastQuestions: readonly PastQuestion[];
  /** The feature's value of each document of the pool, computed once. */
  feature(name: FeatureName): Float64Array;
}

/** A feature of each document of a pool, 0 to 1. */
export type Feature = (ranking: Ranking) => Float64Array;
