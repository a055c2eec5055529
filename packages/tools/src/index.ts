/** Tools of the agent that are not its own: MCP servers, HTTP interfaces and programs. */

export { type OpenTools, openTools, openToolsOfFile, type ToolsContext } from './open-tools.ts';
