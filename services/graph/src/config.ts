import { hourMs } from '@agent-mem/contract';
import { recallVariables, receiptVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, httpUrl, integer, text } from '@agent-mem/runtime';
import { jobVariables, modelVariables } from '@agent-mem/service-kit';

const keep = (what: string) =>
  integer({
    meaning: `Number of active ${what} that stay in a scope; every hour the least relevant over it are archived; 0: no pruning`,
    min: 0,
    max: 100_000_000,
    default: 0,
  });

const mode = (what: string) =>
  text({
    meaning: `Whether ${what} is compacted every hour: off, on, or dry-run, which only logs how much it would compact`,
    default: 'off',
    oneOf: ['off', 'dry-run', 'on'],
  });
const over = (meaning: string, unit: string, value: number) =>
  integer({ meaning, unit, min: 1, max: 100_000_000, default: value });

/** What can be set from outside. */
export const variables = {
  PRUNE_KEEP_FACTS: keep('facts'),
  PRUNE_KEEP_EPISODES: keep('episodes'),
  ENABLE_ENTITIES: flag({ meaning: 'Whether facts are joined to entities by the names in their texts', default: false }),
  COMPACT_TASKS: mode('the content of an ended invocation'),
  COMPACT_TASKS_AFTER_HOURS: over('Time after its end when an invocation is compacted', 'hours', 24),
  COMPACT_CONVERSATIONS: mode('the oldest part of a long conversation'),
  COMPACT_CONVERSATIONS_OVER: over('Number of active messages of a conversation that stay', 'messages', 1_000),
  COMPACT_FACTS: mode('the least relevant part of a scope with many facts'),
  COMPACT_FACTS_OVER: over('Number of active facts of a scope that stay', 'facts', 10_000),
  SUMMARIZER_URL: httpUrl({
    meaning:
      'URL of a summarising service of your own, which gets the nodes to compact (docs/guides/summarizer.md); empty: the model, or rules, write the summaries',
  }),
  SUMMARIZER_SECRET: text({
    meaning:
      'Secret that signs requests to the summarising service: HMAC-SHA-256, in the header x-agent-mem-signature; empty: unsigned',
    default: '',
  }),
  SUMMARIZER_TIMEOUT_MS: integer({
    meaning: 'Time for one answer of the summarising service',
    unit: 'ms',
    min: 1,
    max: hourMs,
    default: 30_000,
  }),
  SUMMARIZER_WAIT_SECONDS: integer({
    meaning:
      'Time in which the summarising service must send the summary of nodes that it took; after that the compaction has failed',
    unit: 's',
    min: 1,
    max: 604_800,
    default: 3_600,
  }),
  ...modelVariables,
  LEARN_FROM_ANSWERS: flag({
    meaning: 'Whether a memory that an answer of the agent uses gets a weak reward, which a correction by the user takes back',
    default: false,
  }),
  WEIGHT_HISTORY_DAYS: integer({
    meaning: 'How long changes of weights are stored, for WeightHistory and RollbackWeights; 0: for ever',
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
