import { type ConfigOf, integer } from '@agent-mem/runtime';
import { jobVariables } from '@agent-mem/service-kit';

const keep = (what: string) =>
  integer({
    meaning: `How many active ${what} of a scope stay when it is pruned, hour by hour; the least relevant of more are archived; 0: not pruned`,
    min: 0,
    max: 100_000_000,
    default: 0,
  });

/** What can be set from outside. */
export const variables = {
  PRUNE_KEEP_FACTS: keep('facts'),
  PRUNE_KEEP_EPISODES: keep('episodes'),
  ...jobVariables,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
