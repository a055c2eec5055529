import { fittingPage } from '@agent-mem/runtime';
import { type Handler, jobMessage, jobOf } from '@agent-mem/service-kit';

/** The jobs of a scope, of whatever service, newest first. A page may be short, even empty, while next_cursor leads on. */
export const listJobs: Handler<'graph', 'list_jobs', unknown> = async (request, { graph, scope }) => {
  const { cursor, kind, limit, statuses, subject } = request;
  const [only, ...others] = statuses;
  const where = {
    ...(kind && { kind }),
    ...(subject && { subject }),
    ...(only && others.length === 0 && { status: only }),
  };
  const query = { kinds: ['Job'], where, order: 'createdAt', descending: true } as const;
  const page = await fittingPage(limit, (most) => graph.find(scope, { ...query, limit: most, cursor }), jobOf);
  const jobs = page.items.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
  return { jobs: jobs.map(jobMessage), next_cursor: page.nextCursor };
};
