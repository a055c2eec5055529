import type { RecallProfile } from '../profile.ts';

/**
 * The retrieval pipeline of agent-cli's memory: three times as many candidates by cosine, a cross-encoder's sigmoid of at least 0.35,
 * recency added with a month's decay, and diversity. Without a cross-encoder the cosine replaces its score.
 */
export const agentCliProfile: RecallProfile = {
  topK: 5,
  lexicalLeg: false,
  denseLeg: true,
  candidates: 0,
  candidatesPerItem: 3,
  leastCosine: 0,
  widened: 0,
  bm25: { k1: 1.2, b: 0.4 },
  window: [],
  windowTerms: 40,
  smoothing: [],
  session: { gapMs: 3_600_000, k1: 1.2, b: 0.4 },
  lexicalPart: 0.55,
  leastLikeness: 1,
  leastMeaning: 1,
  leastQuestionLikeness: 0.75,
  weights: {},
  weightsWithoutVector: {},
  doubt: 0,
  tense: { least: 1, present: 0, past: 0 },
  recency: { form: 'additive', weight: 0.2, days: 30 },
  rerank: { most: 50, weight: 1 },
  mmrLambda: 0.7,
  scoreThreshold: 0.35,
};
