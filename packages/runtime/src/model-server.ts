import { text } from './config.ts';

/** The variable that names the server of the fleet's model. */
export const modelServerVariable = {
  LLM_URL: text({ meaning: 'Base URL of an OpenAI-compatible server; empty: reason by rules', default: '' }),
};
