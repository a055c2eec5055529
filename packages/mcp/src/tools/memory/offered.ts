import type { MemoryTool } from '@agent-mem/memory-tools';
import type { McpTool } from '../tool.ts';

/** Most bytes of a stored text in one answer: some 5,000 tokens. */
const pageBytes = 16_000;

/** A tool of memory under its name for clients of MCP, which see its words there. What a call does is the tool's own. */
export function offered(
  tool: MemoryTool,
  seen: Omit<McpTool, 'run'> & {
    /** What of its data is answered. Default: all. */
    dataOf?(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  },
): McpTool {
  const { dataOf = (data) => data, ...described } = seen;
  return {
    ...described,
    async run(args, { caller, scope, options }) {
      const { text, data } = await tool.run(args, { caller, scope, invocation: null, pageBytes, options });
      return { text, data: dataOf(data) };
    },
  };
}
