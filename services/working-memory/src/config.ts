import { recallVariables } from '@agent-mem/recall';
import { type ConfigOf, integer, tokenLimit, windowVariable } from '@agent-mem/runtime';
import { jobVariables, modelVariables } from '@agent-mem/service-kit';

/** What can be set from outside. */
export const variables = {
  ...windowVariable,
  WORKING_MEMORY_THRESHOLD: tokenLimit({
    meaning:
      'Size over which a trace is compressed, and the largest assembled trace unless the caller names another: tokens, or a share of LLM_CONTEXT_TOKENS (50%)',
    min: 100,
    max: 10_000_000,
    default: 2_000,
  }),
  WORKING_MEMORY_KEEP_RECENT: integer({
    meaning: 'Steps at the end of a trace that stay verbatim while they fit',
    unit: 'steps',
    min: 0,
    max: 100,
    default: 3,
  }),
  WORKING_MEMORY_TTL_SECONDS: integer({
    meaning: 'How long a trace stays after its last step',
    unit: 's',
    min: 60,
    max: 2_592_000,
    default: 86_400,
  }),
  DETAIL_TTL_DAYS: integer({
    meaning:
      'Days after which a detail expires: its content is deleted, and RetrieveDetail says so; applies to details stored from now on; 0: never',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 0,
  }),
  CONSOLIDATE_AFTER: integer({
    meaning:
      'Number of invocations that must have opened a stored text, or a message of another conversation, before it becomes facts and an article; 0: never',
    unit: 'invocations',
    min: 0,
    max: 100,
    default: 3,
  }),
  ...jobVariables,
  ...recallVariables,
  ...modelVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
