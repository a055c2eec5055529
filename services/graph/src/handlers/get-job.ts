import { type Handler, jobMessage } from '@agent-mem/service-kit';
import { findJob } from '../find-job.ts';

/** A job as it stands, of whatever service. */
export const getJob: Handler<'graph', 'get_job', unknown> = async ({ job_id }, { graph, scope }) => ({
  job: jobMessage(await findJob(graph, scope, job_id)),
});
