import { loopVariables } from '@agent-mem/agent-loop';
import type { ConfigOf } from '@agent-mem/runtime';
import { promptsFile } from '@agent-mem/service-kit';

/** What can be set about the agent. */
export const variables = { ...loopVariables, PROMPTS_FILE: promptsFile };

/** Their values. */
export type Config = ConfigOf<typeof variables>;
