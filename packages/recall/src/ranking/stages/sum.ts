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

/** What each weighted feature adds to the sum of each document. */
export function contributions(ranking: Ranking): readonly (readonly [FeatureName, Float64Array])[] {
  const { weights, weightsWithoutVector } = ranking.profile;
  const hasVector = ranking.pool.documents.some(({ cosine }) => cosine !== null);
  const named = Object.entries(hasVector ? weights : weightsWithoutVector) as [FeatureName, number][];
  return named
    .filter(([, weight]) => weight !== 0)
    .map(([feature, weight]) => [feature, ranking.feature(feature).map((value) => value * weight)]);
}
