import { loopVariables } from '@agent-mem/agent-loop';
import { type ConfigOf, integer, modelServerVariable, text } from '@agent-mem/runtime';

/** What can be set about the gateway. */
export const variables = {
  HTTP_ALLOWED_HOSTS: text({
    meaning: 'Host names, separated by commas, that requests may name beside localhost and plain IP addresses',
    default: '',
  }),
  HTTP_ALLOWED_ORIGINS: text({
    meaning:
      "Origins, separated by commas, whose pages may call the fleet from a browser, such as https://app.example; empty: only the fleet's own",
    default: '',
  }),
  MCP_TOOLS: text({
    meaning:
      'Sets of tools, or single tools, separated by commas, that /mcp and agent-mem mcp list if the client chooses none; a client can call all tools',
    default: 'memory',
  }),
  ...modelServerVariable,
  UPSTREAMS: text({
    meaning:
      'Servers behind /v1/chat/completions and the other wires, by patterns of models: gpt-*=https://api.openai.com/v1, claude-*=…; other models: LLM_URL',
    default: '',
  }),
  PROXY_BODY_MAX_BYTES: integer({
    meaning: 'Longest request of these wires, images included',
    unit: 'bytes',
    min: 1_024,
    max: 1_000_000_000,
    default: 33_554_432,
  }),
  MEMORY_DEADLINE_MS: loopVariables.MEMORY_DEADLINE_MS,
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
