import { defineService, finishPurges } from '@agent-mem/service-kit';
import { getSettings } from './handlers/get-settings.ts';
import { purge } from './handlers/purge.ts';
import { updateSettings } from './handlers/update-settings.ts';

/** Nodes, edges and their learned weights, and the jobs that summarise many into one. */
export const graphService = defineService({
  name: 'graph',
  owns: ['Summary', 'Job', 'Settings', 'PurgeMark'],
  variables: {},
  handlers: { get_settings: getSettings, update_settings: updateSettings, purge },
  chores: [{ name: 'finish-purges', everyMs: 10_000, run: finishPurges }],
});
