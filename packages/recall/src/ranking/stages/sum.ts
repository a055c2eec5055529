import type { FeatureName } from '../profile.ts';
import type { Feature, Ranking } from '../ranking.ts';
import { date } from './date.ts';
import { dense } from './dense.ts';
import { entity } from './entity.ts';
import { asks, length, name, negation, time } from './form.ts';
import { byMaximum } from './measured.ts';
import { askedBefore } from './past-questions.ts';
import { relevance } from './relevance.ts';
import { conversation, session, sessionBest } from './session.ts';
import { speaker } from './speaker.ts';
import { wordScores } from './words.ts';

/** Every feature by its name. */
export const features: Readonly<Record<FeatureName, Feature>> = {
  words: (ranking) => byMaximum(wordScores(ranking)),
  session,
  session_best: sessionBest,
  speaker,
  date,
  length,
  asks,
  time,
  name,
  dense,
  entity,
  conversation,
  asked_before: askedBefore,
  negation,
  relevance: (ranking) => relevance(ranking).relevance,
};

/** A feature that counts: what it adds to the sum of a document is its value there by its weight. */
export interface WeightedFeature {
  readonly name: FeatureName;
  readonly weight: number;
  /** One of each document. */
  readonly values: Float64Array;
}

/** The features that the profile gives a weight. */
export function weightedFeatures(ranking: Ranking): readonly WeightedFeature[] {
  const { weights, weightsWithoutVector } = ranking.profile;
  const hasVector = ranking.pool.documents.some(({ cosine }) => cosine !== null);
  const named = Object.entries(hasVector ? weights : weightsWithoutVector) as [FeatureName, number][];
  return named.filter(([, weight]) => weight !== 0).map(([name, weight]) => ({ name, weight, values: ranking.feature(name) }));
}

/** The sums of documents. */
export function sumsOf(weighted: readonly WeightedFeature[], size: number): Float64Array {
  const sums = new Float64Array(size);
  for (const { weight, values } of weighted)
    for (let index = 0; index < size; index++) sums[index] = (sums[index] ?? 0) + (values[index] ?? 0) * weight;
  return sums;
}
