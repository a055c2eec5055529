/** The agent: reasons and acts with memory until it can answer. */

export { type AgentOptions, agentService, agentServiceWith } from './service.ts';
export type { Tool, ToolArgument, ToolContext } from './tool.ts';
