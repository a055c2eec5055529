import { finishPurges } from '@agent-mem/retention';
import { defineService } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { cancelJob } from './handlers/cancel-job.ts';
import { getJob } from './handlers/get-job.ts';
import { getSettings } from './handlers/get-settings.ts';
import { listJobs } from './handlers/list-jobs.ts';
import { prune } from './handlers/prune.ts';
import { purge } from './handlers/purge.ts';
import { updateSettings } from './handlers/update-settings.ts';
import { pruneScopes } from './jobs/prune-scopes.ts';

/** Nodes, edges and their learned weights, and the jobs that summarise many into one. */
export const graphService = defineService({
  name: 'graph',
  owns: ['Summary', 'Job', 'CodeUnit', 'Settings', 'PurgeMark'],
  changes: ['Fact', 'Episode', 'Guard'],
  variables,
  handlers: {
    get_settings: getSettings,
    update_settings: updateSettings,
    purge,
    prune,
    get_job: getJob,
    list_jobs: listJobs,
    cancel_job: cancelJob,
  },
  periodicJobs: [
    { name: 'finish-purges', everyMs: 10_000, run: finishPurges },
    { name: 'prune', everyMs: 3_600_000, run: pruneScopes },
  ],
});
