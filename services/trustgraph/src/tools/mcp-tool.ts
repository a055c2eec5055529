import { spacedJson } from '../steps/python-text.ts';
import { textMember } from './tool-config.ts';
import { needed, type ToolType } from './tool-type.ts';

/** Calls a tool of an MCP server, by its name in config type `mcp`. */
export const mcpTool: ToolType = {
  arguments: null,
  prepare(config) {
    const name = textMember(config, 'mcp-tool');
    return ({ clients }) =>
      async (args, { signal }) => {
        const { text, object } = await needed(clients.mcpTool, 'mcp-tool').call(name, args, { signal });
        return text ?? spacedJson(object);
      };
  },
};
