/** The agent: reasons and acts with memory until it can answer. */

export type { AgentConfig } from './config.ts';
export { agentService } from './service.ts';
