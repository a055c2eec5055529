import { defineService } from '@agent-mem/service-kit';

/** Nodes, edges and their learned weights, and the jobs that summarise many into one. */
export const graphService = defineService({
  name: 'graph',
  owns: ['Summary', 'Job', 'Settings', 'PurgeMark'],
  variables: {},
  handlers: {},
});
