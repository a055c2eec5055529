import type { FeatureName, FeatureWeights, NeighbourShare, RecallProfile } from './profile.ts';

/** Single parameters of a profile by the names that requests and variables use. `docs/explanation/recall.md` lists them. */
export type RecallParameters = Readonly<Record<string, number>>;

interface Parameter {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  set(profile: RecallProfile, value: number): Partial<RecallProfile>;
}

const share = { min: 0, max: 1 };

const parameters: Readonly<Record<string, Parameter>> = {
  top_k: { min: 1, max: 100, whole: true, set: (_, topK) => ({ topK }) },
  lexical: { ...share, whole: true, set: (_, on) => ({ lexicalLeg: on === 1 }) },
  dense: { ...share, whole: true, set: (_, on) => ({ denseLeg: on === 1 }) },
  candidates: { min: 0, max: 1_000, whole: true, set: (_, candidates) => ({ candidates }) },
  candidates_per_item: { min: 1, max: 100, set: (_, candidatesPerItem) => ({ candidatesPerItem }) },
  least_cosine: { ...share, set: (_, leastCosine) => ({ leastCosine }) },
  widened: { min: 0, max: 1_000, whole: true, set: (_, widened) => ({ widened }) },
  k1: { min: 0, max: 10, set: ({ bm25 }, k1) => ({ bm25: { ...bm25, k1 } }) },
  b: { ...share, set: ({ bm25 }, b) => ({ bm25: { ...bm25, b } }) },
  window: { ...share, set: ({ window }, part) => ({ window: scaled(window, part) }) },
  window_terms: { min: 1, max: 10_000, set: (_, windowTerms) => ({ windowTerms }) },
  smoothing: { ...share, set: ({ smoothing }, part) => ({ smoothing: scaled(smoothing, part) }) },
  session_gap_minutes: {
    min: 0,
    max: 1_000_000,
    set: ({ session }, minutes) => ({ session: { ...session, gapMs: minutes * 60_000 } }),
  },
  session_k1: { min: 0, max: 10, set: ({ session }, k1) => ({ session: { ...session, k1 } }) },
  session_b: { ...share, set: ({ session }, b) => ({ session: { ...session, b } }) },
  lexical_part: { ...share, set: (_, lexicalPart) => ({ lexicalPart }) },
  least_likeness: { ...share, set: (_, leastLikeness) => ({ leastLikeness }) },
  least_meaning: { ...share, set: (_, leastMeaning) => ({ leastMeaning }) },
  least_question_likeness: { ...share, set: (_, leastQuestionLikeness) => ({ leastQuestionLikeness }) },
  doubt: { ...share, set: (_, doubt) => ({ doubt }) },
  tense_least: { ...share, set: ({ tense }, least) => ({ tense: { ...tense, least } }) },
  tense_present: { ...share, set: ({ tense }, present) => ({ tense: { ...tense, present } }) },
  tense_past: { ...share, set: ({ tense }, past) => ({ tense: { ...tense, past } }) },
  recency_weight: { ...share, set: ({ recency }, weight) => ({ recency: { ...recency, weight } }) },
  recency_days: { min: 0.001, max: 100_000, set: ({ recency }, days) => ({ recency: { ...recency, days } }) },
  rerank: { min: 0, max: 50, whole: true, set: ({ rerank }, most) => ({ rerank: { ...rerank, most } }) },
  rerank_weight: { ...share, set: ({ rerank }, weight) => ({ rerank: { ...rerank, weight } }) },
  mmr_lambda: { ...share, set: (_, mmrLambda) => ({ mmrLambda }) },
  score_threshold: { ...share, set: (_, scoreThreshold) => ({ scoreThreshold }) },
  ...Object.fromEntries(weightNames().map((feature) => [`weight_${feature}`, weightOf(feature)])),
};

/** The profile with these parameters changed. Throws a `RangeError` that names an unknown one or says what is accepted. */
export function withParameters(profile: RecallProfile, changes: RecallParameters): RecallProfile {
  let changed = profile;
  for (const [name, value] of Object.entries(changes)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined)
      throw new RangeError(`${name}: is no parameter of recall; known are ${Object.keys(parameters).join(', ')}`);
    const { min, max, whole = false } = parameter;
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
      throw new RangeError(`${name}: must be ${whole ? 'a whole number ' : ''}from ${min} to ${max}, got ${value}`);
    changed = { ...changed, ...parameter.set(changed, value) };
  }
  return changed;
}

function scaled(shares: readonly NeighbourShare[], part: number): readonly NeighbourShare[] {
  return part === 0 ? [] : shares.map((neighbour) => ({ ...neighbour, share: neighbour.share * part }));
}

function weightOf(feature: FeatureName): Parameter {
  const changed = (weights: FeatureWeights, weight: number) => ({ ...weights, [feature]: weight });
  return {
    min: -10,
    max: 10,
    set: ({ weights, weightsWithoutVector }, weight) => ({
      weights: changed(weights, weight),
      weightsWithoutVector: feature === 'dense' ? weightsWithoutVector : changed(weightsWithoutVector, weight),
    }),
  };
}

function weightNames(): readonly FeatureName[] {
  const names: Readonly<Record<FeatureName, true>> = {
    words: true,
    session: true,
    session_best: true,
    speaker: true,
    date: true,
    length: true,
    asks: true,
    time: true,
    name: true,
    dense: true,
    entity: true,
    conversation: true,
    asked_before: true,
    negation: true,
    relevance: true,
  };
  return Object.keys(names) as FeatureName[];
}
