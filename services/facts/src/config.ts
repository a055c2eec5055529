import { feedbackVariables, recallVariables, receiptVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, integer, text } from '@agent-mem/runtime';
import { learnEvery, learningVariables, modelVariables } from '@agent-mem/service-kit';

/** What can be set about facts. */
export const variables = {
  ENABLE_AUTO_FACT_EXTRACTION: flag({ meaning: 'Facts are learned from what is said in invocations', default: true }),
  EXTRACT_FROM: text({
    meaning:
      "What facts are learned from: user+tools (the user's message and what tools showed) or user; under RECALL_PRESET agent-cli always user",
    default: 'user+tools',
    oneOf: ['user+tools', 'user'],
  }),
  LEARN_PERSONAL_DATA: text({
    meaning:
      'Which personal data facts may be learned of: none, health, national-id (numbers by which a state knows a person) or all; what a caller stores is not looked at',
    default: 'none',
    oneOf: ['none', 'health', 'national-id', 'all'],
  }),
  FACT_TTL_DAYS: integer({
    meaning:
      'Facts expire so many days after they are stored: found no more, to be restored; holds for what is stored from then on; 0: never',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  MAX_FACTS: integer({
    meaning:
      'Most facts a scope may hold, active and quarantined; storing one more is refused, what is learned over it is let go; 0: any number',
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
