import { presetProfile, type RecallProfile } from '@agent-mem/recall/ranking';

const messages = presetProfile('default', 'messages');

/** What the published recipes share: the weighted window, and every turn a candidate. Their constants stay as they are, whatever ours become. */
const recipe: RecallProfile = {
  ...messages,
  leastCosine: 0,
  bm25: { k1: 1.2, b: 0.9 },
  window: [
    { offset: -3, share: 0.1 },
    { offset: -2, share: 0.3 },
    { offset: -1, share: 0.7 },
    { offset: 1, share: 0.3 },
    { offset: 2, share: 0.2 },
  ],
  windowTerms: 40,
  smoothing: [],
  session: { gapMs: 3_600_000, k1: 1.2, b: 0.4 },
  recency: { form: 'bounded', weight: 0, days: 365 },
  weights: {},
};

/** R0: words, sessions, speakers, dates and form, no vectors. */
export const r0: RecallProfile = {
  ...recipe,
  weightsWithoutVector: {
    words: 1,
    session: 0.3,
    session_best: 0.11,
    speaker: 0.35,
    date: 0.56,
    length: 0.78,
    asks: -0.13,
    time: 0.44,
    name: 0.25,
  },
};

/** R1′: with the static table's vectors, smoothed by `r1Smoothing` before they are compared. */
export const r1: RecallProfile = {
  ...recipe,
  weights: {
    words: 1,
    session: 0.38,
    session_best: 0.25,
    speaker: 0.67,
    date: 0.97,
    length: 1.14,
    asks: -0.19,
    time: 0.64,
    name: 0.37,
    dense: 1.13,
  },
};

/** Shares of neighbours in a turn's vector, within its session. */
export const r1Smoothing: readonly (readonly [offset: number, share: number])[] = [
  [-2, 0.15],
  [-1, 0.5],
  [1, 0.3],
  [2, 0.2],
];
