import { type ConfigOf, flag, modelVariables, recallVariables } from '@agent-mem/service-kit';

/** What can be set about episodes. */
export const variables = {
  ENABLE_EPISODE_RECORDING: flag({ meaning: 'Invocations that were tasks are recorded as episodes', default: true }),
  ...modelVariables,
  ...recallVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
