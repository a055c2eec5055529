import type { RecallProfile } from '../profile.ts';

/** Facts: statements that stand alone, so nothing beside them counts. */
export const factsProfile: RecallProfile = {
  topK: 5,
  lexicalLeg: true,
  denseLeg: true,
  candidates: 200,
  candidatesPerItem: 3,
  leastCosine: 0.4,
  widened: 0,
  bm25: { k1: 1.2, b: 0.4 },
  window: [],
  windowTerms: 40,
  smoothing: [],
  session: { gapMs: 3_600_000, k1: 1.2, b: 0.4 },
  weights: { words: 1, dense: 0.8, entity: 0.2, speaker: 0.2, date: 0.3, conversation: 0.05, asked_before: 0.4 },
  weightsWithoutVector: { words: 1, entity: 0.2, speaker: 0.2, date: 0.3, conversation: 0.05, asked_before: 0.4 },
  doubt: 0,
  recency: { form: 'bounded', weight: 0.1, days: 365 },
  rerank: { most: 50, weight: 0.5 },
  mmrLambda: 1,
  scoreThreshold: 0,
};
