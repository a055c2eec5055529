import { type ConfigOf, flag, modelVariables, recallVariables } from '@agent-mem/service-kit';

/** What can be set about facts. */
export const variables = {
  ENABLE_AUTO_FACT_EXTRACTION: flag({ meaning: 'Facts are learned from what is said in invocations', default: true }),
  ...modelVariables,
  ...recallVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
