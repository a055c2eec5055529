/** The agent: reasons and acts with memory until it can answer. */

export type { Tool, ToolArgument, ToolContext, ToolOrigin, ToolSource } from '@agent-mem/agent-loop';
export { type AgentOptions, agentServiceWith } from './service.ts';
