import { feedbackVariables, recallVariables, receiptVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, integer } from '@agent-mem/runtime';
import { learningVariables, modelVariables } from '@agent-mem/service-kit';

/** What can be set about episodes. */
export const variables = {
  ENABLE_EPISODE_RECORDING: flag({ meaning: 'Invocations that were tasks are recorded as episodes', default: true }),
  EPISODE_TTL_DAYS: integer({
    meaning:
      'Days after which an episode expires: recall leaves it out, and Restore brings it back; applies to episodes stored from now on; 0: never',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  MAX_EPISODES: integer({
    meaning:
      'Most episodes of a scope, active and quarantined; a Store over it is refused, and nothing more is learned; 0: any number',
    min: 0,
    max: 100_000_000,
    default: 0,
  }),
  ...learningVariables,
  ...modelVariables,
  ...recallVariables,
  ...feedbackVariables,
  ...receiptVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
