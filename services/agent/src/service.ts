import { defineService } from '@agent-mem/service-kit';
import { agentVariables } from './config.ts';

/** The ReAct loop with memory. */
export const agentService = defineService({
  name: 'agent',
  owns: [],
  variables: agentVariables,
  handlers: {},
  journaled: ['invoke'],
});
