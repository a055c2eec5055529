import type { RecallProfile } from '../profile.ts';
import { factsProfile } from './facts.ts';

/** Episodes: longer than facts, and likewise alone; texts so long share words by chance, so meaning counts more. Fitted like facts. */
export const episodesProfile: RecallProfile = {
  ...factsProfile,
  topK: 3,
  lexicalPart: 0.2,
  leastLikeness: 1,
  leastMeaning: 1,
  leastQuestionLikeness: 0.75,
  tense: { least: 1, present: 0, past: 0 },
};
