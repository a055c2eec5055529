import { type Init, newId, type PurgeResponse } from '@agent-mem/contract';
import { nodesLeft, noteJob, type PurgePorts, type PurgeUnderWay, purgeOf, storedPurge } from '@agent-mem/retention';
import type { JobHandler } from '../service.ts';
import type { Job, JobResult } from './job.ts';
import { finishJob, type JobWritingContext, jobNodeOf, progress } from './work-on-job.ts';

/** The kind of a job that goes on with a purge. The service that owns the marks of purges works on those of all services. */
export const purgeKind = 'purge';

const sliceMs = 250;
const mostShare = 0.99;

/** Stores the job that goes on with a purge, and notes it for the request's repeats. Answers its id. */
export async function startPurgeJob(underWay: PurgeUnderWay, ports: PurgePorts): Promise<string> {
  const { scope, counts } = underWay;
  const now = ports.clock.now();
  const id = newId('job', now);
  const total = (counts.nodes ?? 0) + (await nodesLeft(underWay, ports));
  const job = jobNodeOf(
    {
      id,
      service: 'graph',
      kind: purgeKind,
      subject: null,
      // It is no part of the conversation that it erases.
      conversationIds: [],
      input: { ...storedPurge(underWay), total },
      memo: { counts: { ...counts } },
      waitingClient: null,
    },
    now,
  );
  await ports.graph.commit(scope, { nodes: [job] });
  await noteJob(underWay, id, ports);
  return id;
}

/** One slice of a purge that its request had no time for. */
export const purgeSlice: JobHandler<JobWritingContext['config']> = async (job, context) => {
  const { clock, purge, scope } = context;
  const until = clock.now() + sliceMs;
  const begun = purgeOf(scope, { ...job.input, ...job.memo });
  const { underWay, answer } = await purge.goOn(begun, { isOver: () => clock.now() >= until, stays: [job.id] }, job.id);
  if (answer) return finishJob(job, resultOf(answer), context);
  const { counts } = underWay;
  return progress(job, { progress: shareOf(job, counts.nodes ?? 0), memo: { counts: { ...counts } } }, context);
};

/** The answer of the request, as the job holds it. */
function resultOf({ erased = 0, certificate }: Init<PurgeResponse>): JobResult {
  return { erased: String(erased), certificate: JSON.stringify(certificate) };
}

/** What was found when the job began is a guess: more may hang on it. */
function shareOf({ input }: Job, erased: number): number {
  const total = Number(input.total);
  return total > 0 ? Math.min(erased / total, mostShare) : 0;
}
