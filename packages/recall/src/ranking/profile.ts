import type { Tense } from './stages/tense.ts';

/** What a candidate is ranked by, each from 0 to 1 before its weight. `docs/explanation/recall.md` says what each means. */
export type FeatureName =
  | 'words'
  | 'session'
  | 'session_best'
  | 'speaker'
  | 'date'
  | 'length'
  | 'asks'
  | 'time'
  | 'name'
  | 'dense'
  | 'entity'
  | 'conversation'
  | 'asked_before'
  | 'negation'
  | 'relevance';

/** Weights of features in the sum. One that is absent or 0 is not even computed. */
export type FeatureWeights = Readonly<Partial<Record<FeatureName, number>>>;

/** How much of a neighbour counts for the message it stands beside. */
export interface NeighbourShare {
  /** −1 is the message before. */
  readonly offset: number;
  /** 0 to 1. */
  readonly share: number;
}

/** How one kind of memory is recalled: every stage's parameters. Presets are profiles; a caller may change single parameters by their names. */
export interface RecallProfile {
  /** Items answered where the caller names no number. */
  readonly topK: number;
  /** Whether candidates are asked for by words. */
  readonly lexicalLeg: boolean;
  /** Whether the query is embedded, and candidates are asked for by its vector. */
  readonly denseLeg: boolean;
  /** Fewest candidates asked of each leg. */
  readonly candidates: number;
  /** Candidates of each leg for each item to answer, where that is more. */
  readonly candidatesPerItem: number;
  /** With no word in common, a text must be this near, 0 to 1: of unrelated ones, one or two in a hundred are. */
  readonly leastCosine: number;
  /** So many of the candidates, the best by words and by vectors, are looked at with the messages beside them. 0: none. */
  readonly widened: number;
  /** How soon repeats stop counting (k1), and how much long texts pay for their length (b, 0 to 1). */
  readonly bm25: { readonly k1: number; readonly b: number };
  /** What of the neighbours' words counts as a message's own. */
  readonly window: readonly NeighbourShare[];
  /** A neighbour of more terms than these counts as if it had only so many. */
  readonly windowTerms: number;
  /** What of the neighbours' vectors counts as a message's own. */
  readonly smoothing: readonly NeighbourShare[];
  /** A session is a run of messages with gaps below `gapMs`; k1 and b of BM25 over whole sessions. */
  readonly session: { readonly gapMs: number; readonly k1: number; readonly b: number };
  /** Part of the words in relevance, 0 to 1, where the query has a vector too. */
  readonly lexicalPart: number;
  /** A word that nobody has written counts as the word most like it, from this likeness on, 0 to 1; 1: never. Only of texts that are `spelled`. */
  readonly leastLikeness: number;
  /** … and as the word most like it in meaning, where the question has a vector of an embedder that compares words. */
  readonly leastMeaning: number;
  /** A question asked before says something of this one from this likeness on, 0 to 1; 1: never. */
  readonly leastQuestionLikeness: number;
  /** When the query has a vector. */
  readonly weights: FeatureWeights;
  /** When it has none. */
  readonly weightsWithoutVector: FeatureWeights;
  /**
   * How much less relevant, 0 to 1, things are where a question names one participant: what others said, and as far as they said it as
   * clearly also what that one said.
   */
  readonly doubt: number;
  readonly tense: Tense;
  readonly recency: Recency;
  readonly rerank: {
    /** Candidates read by the cross-encoder, the best so far; 0 to 50. */
    readonly most: number;
    /** Its part in the score, 0 to 1: 1 leaves nothing of the ranking before. */
    readonly weight: number;
  };
  /** Between relevance (1) and difference from what is chosen already (0). */
  readonly mmrLambda: number;
  /** Items of lower relevance are left out, 0 to 1. */
  readonly scoreThreshold: number;
}

/**
 * What age does to a score. `bounded`: × (1 + weight · (2·e^(−age/days) − 1)), which moves it by at most ± weight.
 * `additive`: (1 − weight) · score + weight · e^(−age/days).
 */
export interface Recency {
  readonly form: 'bounded' | 'additive';
  /** 0 to 1; 0 switches it off. */
  readonly weight: number;
  readonly days: number;
}
