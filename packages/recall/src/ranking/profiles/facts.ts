import type { FeatureWeights, RecallProfile } from '../profile.ts';

/** Fitted on the dev half of `bench/facts` by `npm run bench -- fit`, but for the last two, which no question there asks for. */
const ownWeights: FeatureWeights = { relevance: 1, date: 0.35, negation: 0.05, conversation: 0.02, asked_before: 0.12 };

/** Facts: statements that stand alone, so nothing beside them counts. */
export const factsProfile: RecallProfile = {
  topK: 5,
  lexicalLeg: true,
  denseLeg: true,
  candidates: 200,
  candidatesPerItem: 3,
  leastCosine: 0.1,
  widened: 0,
  bm25: { k1: 1.2, b: 0.4 },
  window: [],
  windowTerms: 40,
  smoothing: [],
  session: { gapMs: 3_600_000, k1: 1.2, b: 0.4 },
  lexicalPart: 0.3,
  leastLikeness: 0.2,
  leastMeaning: 0.15,
  leastQuestionLikeness: 0.75,
  weights: ownWeights,
  weightsWithoutVector: ownWeights,
  doubt: 0,
  tense: { least: 0.6, present: 0.2, past: 0.2 },
  recency: { form: 'bounded', weight: 0, days: 365 },
  rerank: { most: 50, weight: 0.5 },
  mmrLambda: 1,
  scoreThreshold: 0,
};
