import { feedbackVariables, recallVariables, receiptVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, integer, optionalInteger } from '@agent-mem/runtime';
import { jobVariables, modelVariables } from '@agent-mem/service-kit';

/** What can be set from outside. */
export const variables = {
  CONVERSATION_IDLE_SECONDS: integer({
    meaning: 'A conversation that receives nothing for this time is ended; a change applies from the next message on',
    unit: 's',
    min: 1,
    max: 31_536_000,
    default: 1_800,
  }),
  MAX_CONVERSATION_ENTRIES: optionalInteger({
    meaning:
      'Most facts and messages of a conversation together: over it the oldest are deleted softly, summaries never; 0: any number; empty: 500 under RECALL_PRESET agent-cli, else any number',
    min: 0,
    max: 10_000_000,
  }),
  MESSAGE_TTL_DAYS: integer({
    meaning:
      'Days after which a message expires, with summaries and other records that repeat it; Restore brings it back; applies to messages stored from now on; 0: never',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  EMBED_MESSAGES: flag({
    meaning:
      'Whether messages get vectors, so that recall finds them by meaning too, unless the conversation has its own setting; applies to messages stored from now on',
    default: true,
  }),
  MAX_CONTEXT_MESSAGES: optionalInteger({
    meaning:
      'Most messages of a conversation in a prompt, unless the conversation has its own setting; empty: only the budget of tokens limits them',
    min: 0,
    max: 1_000_000,
  }),
  ENABLE_SUMMARIZATION: flag({
    meaning: 'Whether running conversations are summarised, unless the conversation has its own setting',
    default: true,
  }),
  SUMMARIZE_EVERY: integer({
    meaning: 'Number of messages after which a conversation is summarised again, unless the conversation has its own setting',
    unit: 'messages',
    min: 1,
    max: 10_000,
    default: 10,
  }),
  ...jobVariables,
  ...modelVariables,
  ...recallVariables,
  ...feedbackVariables,
  ...receiptVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;

/** Most entries of a conversation, 0: any number. The program that `agent-cli` is like stores 500. */
export function mostEntries({ MAX_CONVERSATION_ENTRIES, RECALL_PRESET }: Limits): number {
  return MAX_CONVERSATION_ENTRIES ?? (RECALL_PRESET === 'agent-cli' ? 500 : 0);
}

type Limits = Pick<Config, 'MAX_CONVERSATION_ENTRIES' | 'RECALL_PRESET'>;
