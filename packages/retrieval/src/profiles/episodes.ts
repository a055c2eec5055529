import type { RecallProfile } from '../profile.ts';
import { factsProfile } from './facts.ts';

/** Episodes: longer than facts, and likewise alone. */
export const episodesProfile: RecallProfile = {
  ...factsProfile,
  topK: 3,
};
