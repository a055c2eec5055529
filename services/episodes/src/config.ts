import { type ConfigOf, flag, modelVariables } from '@agent-mem/service-kit';

/** What can be set about episodes. */
export const variables = {
  ENABLE_EPISODE_RECORDING: flag({ meaning: 'Invocations that were tasks are recorded as episodes', default: true }),
  ...modelVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
