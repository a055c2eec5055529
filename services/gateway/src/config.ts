import { type ConfigOf, text } from '@agent-mem/runtime';

/** What can be set about the gateway. */
export const variables = {
  HTTP_ALLOWED_HOSTS: text({
    meaning: 'Host names, separated by commas, under which the fleet may be asked beside localhost and plain IP addresses',
    default: '',
  }),
  HTTP_ALLOWED_ORIGINS: text({
    meaning:
      "Origins, separated by commas, whose pages may ask from a browser, as https://app.example; empty: none but the fleet's own",
    default: '',
  }),
  MCP_TOOLS: text({
    meaning:
      'Sets of tools, or single ones, separated by commas, that /mcp and agent-mem mcp list where the client chooses none; all can be called',
    default: 'memory',
  }),
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
