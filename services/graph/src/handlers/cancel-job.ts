import { cancelJob as cancel, type Handler, jobMessage } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { findJob } from '../find-job.ts';

/** Stops a job before its next slice. What its slices have done so far stays. */
export const cancelJob: Handler<'graph', 'cancel_job', Config> = async ({ job_id }, context) => ({
  job: jobMessage(await cancel(await findJob(context.graph, context.scope, job_id), context)),
});
