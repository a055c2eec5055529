import { feedbackVariables, recallVariables, receiptVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, integer, text } from '@agent-mem/runtime';
import { learningVariables, modelVariables } from '@agent-mem/service-kit';
import { learnEvery } from './reading/learn-every.ts';

/** What can be set about facts. */
export const variables = {
  ENABLE_AUTO_FACT_EXTRACTION: flag({ meaning: 'Facts are learned from what is said in invocations', default: true }),
  EXTRACT_FROM: text({
    meaning:
      "Source of learned facts: user+tools (the user's message and the output of tools) or user; with RECALL_PRESET agent-cli always user",
    default: 'user+tools',
    oneOf: ['user+tools', 'user'],
  }),
  LEARN_PERSONAL_DATA: text({
    meaning:
      'Personal data that facts may be learned about: none, health, national-id (numbers by which a state knows a person) or all; it does not limit what a caller stores',
    default: 'none',
    oneOf: ['none', 'health', 'national-id', 'all'],
  }),
  FACT_TTL_DAYS: integer({
    meaning:
      'Days after which a fact expires: recall leaves it out, and Restore brings it back; applies to facts stored from now on; 0: never',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  MAX_FACTS: integer({
    meaning:
      'Most facts of a scope, active and quarantined; a Store over it is refused, and nothing more is learned; 0: any number',
    min: 0,
    max: 100_000_000,
    default: 0,
  }),
  LEARN_EVERY: learnEvery,
  ...learningVariables,
  ...modelVariables,
  ...recallVariables,
  ...feedbackVariables,
  ...receiptVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;

/** Whether facts are learned from what tools showed too: the program that `agent-cli` is like learns from the latest user message alone. */
export function extractsFromTools(config: Pick<Config, 'EXTRACT_FROM' | 'RECALL_PRESET'>): boolean {
  return config.EXTRACT_FROM === 'user+tools' && config.RECALL_PRESET !== 'agent-cli';
}
