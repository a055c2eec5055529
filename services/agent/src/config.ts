import { loopVariables } from '@agent-mem/agent-loop';
import { type ConfigOf, flag, integer } from '@agent-mem/runtime';
import { promptsFile } from '@agent-mem/service-kit';

/** What can be set about the agent. */
export const variables = {
  ...loopVariables,
  PROMPTS_FILE: promptsFile,
  AGENT_CONCURRENCY: integer({
    meaning:
      'Most invocations that one process runs at once; others wait: users are served in turn, and the oldest of each first',
    min: 1,
    max: 10_000,
    default: 16,
  }),
  AGENT_CONCURRENCY_PER_USER: integer({
    meaning:
      'Most invocations of one user of a workspace that one process runs at once, so that they leave places to others; 0: no such limit',
    min: 0,
    max: 10_000,
    default: 0,
  }),
  WAIT_TTL_DAYS: integer({
    meaning: 'Days after which a run that waits for an approval, an answer or a result ends with an error',
    unit: 'days',
    min: 1,
    max: 365,
    default: 7,
  }),
  FORK_TTL_HOURS: integer({
    meaning: 'How long the steps of an ended run are stored, for agent.Fork; 0: not at all',
    unit: 'hours',
    min: 0,
    max: 8_760,
    default: 24,
  }),
  ENABLE_TOOL_ASK_USER: flag({
    meaning: 'The model may ask the user by the tool ask_user, if the caller can handle a run that waits',
    default: true,
  }),
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
