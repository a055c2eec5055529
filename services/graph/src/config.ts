import { recallVariables, receiptVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, integer, text } from '@agent-mem/runtime';
import { jobVariables, modelVariables } from '@agent-mem/service-kit';

const keep = (what: string) =>
  integer({
    meaning: `How many active ${what} of a scope stay when it is pruned, hour by hour; the least relevant of more are archived; 0: not pruned`,
    min: 0,
    max: 100_000_000,
    default: 0,
  });

const mode = (what: string) =>
  text({
    meaning: `Whether ${what} is compacted, hour by hour: off, on, or dry-run, which only logs how much it would be`,
    default: 'off',
    oneOf: ['off', 'dry-run', 'on'],
  });
const over = (meaning: string, unit: string, value: number) =>
  integer({ meaning, unit, min: 1, max: 100_000_000, default: value });

/** What can be set from outside. */
export const variables = {
  PRUNE_KEEP_FACTS: keep('facts'),
  PRUNE_KEEP_EPISODES: keep('episodes'),
  ENABLE_ENTITIES: flag({ meaning: 'Whether facts are joined to entities by the names that stand in them', default: false }),
  COMPACT_TASKS: mode('what was said in an invocation that is done'),
  COMPACT_TASKS_AFTER_HOURS: over('An invocation is compacted so long after its end', 'hours', 24),
  COMPACT_CONVERSATIONS: mode('the oldest part of a long conversation'),
  COMPACT_CONVERSATIONS_OVER: over('So many active messages of a conversation stay', 'messages', 1_000),
  COMPACT_FACTS: mode('what is least relevant of a scope with many facts'),
  COMPACT_FACTS_OVER: over('So many active facts of a scope stay', 'facts', 10_000),
  SUMMARIZER_URL: text({
    meaning:
      'Where a summarising service of your own takes what is to be compacted (docs/guides/summarizer.md); empty: the model, or rules, write the summaries',
    default: '',
  }),
  SUMMARIZER_SECRET: text({
    meaning: 'Signs what is sent to the summarising service: HMAC-SHA-256, in the header x-agent-mem-signature; empty: unsigned',
    default: '',
  }),
  SUMMARIZER_TIMEOUT_MS: integer({
    meaning: 'Time for one answer of the summarising service',
    unit: 'ms',
    min: 1,
    max: 3_600_000,
    default: 30_000,
  }),
  SUMMARIZER_WAIT_SECONDS: integer({
    meaning: 'A summarising service that has taken nodes has so long to send their summary; after that the compaction has failed',
    unit: 's',
    min: 1,
    max: 604_800,
    default: 3_600,
  }),
  ...modelVariables,
  LEARN_FROM_ANSWERS: flag({
    meaning:
      'What an answer of the agent uses of memory counts as a weak reward, and a user who corrects that answer takes it back',
    default: false,
  }),
  WEIGHT_HISTORY_DAYS: integer({
    meaning: 'Changes of weights are stored so long, for WeightHistory and RollbackWeights; 0: for ever',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 365,
  }),
  ...jobVariables,
  ...recallVariables,
  ...receiptVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
