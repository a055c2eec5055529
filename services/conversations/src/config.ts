import { type ConfigOf, integer, modelVariables, recallVariables } from '@agent-mem/service-kit';

/** What can be set from outside. */
export const variables = {
  CONVERSATION_IDLE_SECONDS: integer({
    meaning: 'A conversation that receives nothing for so long is ended; a change holds from the next thing received on',
    unit: 's',
    min: 1,
    max: 31_536_000,
    default: 1_800,
  }),
  ...modelVariables,
  ...recallVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
