import { OperationError } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { VersionConflict } from '@agent-mem/storage';
import type { EventContext } from '../context.ts';
import type { AnyService, DueHandler } from '../service.ts';
import { expiredJobNode, isEnded, type Job, jobOf } from './job.ts';
import { failJob, type JobWritingContext, postponeJob } from './work-on-job.ts';

/** A job gives way to the others of its service after so long, at the end of a slice. */
const turnMs = 1_000;
/** A slice that fails so often in a row, in a way that may pass, ends its job. */
const mostAttempts = 10;
const pause = { minMs: 1_000, maxMs: 300_000 };

/** Gives a job of a service its turn: some of its slices, or its expiry once it has ended. */
export function jobTurn(service: Pick<AnyService, 'name' | 'jobs'>): DueHandler<unknown> {
  return async ({ scope, node }, context) => {
    const job = jobOf(node);
    if (job.service !== service.name) return;
    if (isEnded(job)) await context.graph.commit(scope, { nodes: [expiredJobNode(job, context.clock.now())] });
    // Every service with jobs has the variables of jobs.
    else await takeSlices(job, service.jobs ?? {}, context as EventContext<JobWritingContext['config']>);
  };
}

async function takeSlices(
  taken: Job,
  jobs: NonNullable<AnyService['jobs']>,
  context: EventContext<JobWritingContext['config']>,
): Promise<void> {
  const { clock, signal } = context;
  const until = clock.now() + turnMs;
  let job = taken;
  try {
    do {
      signal.throwIfAborted();
      const takeSlice = jobs[job.kind];
      // Another process may run a version that knows it.
      if (!takeSlice) throw new OperationError('unavailable', `This version knows no job of kind ${job.kind}`);
      job = await takeSlice(job, context);
    } while (!isEnded(job) && !job.isPaused && clock.now() < until);
  } catch (cause) {
    // It was cancelled, or another process was faster: the newest version decides.
    if (cause instanceof VersionConflict || signal.aborted) throw cause;
    const error = OperationError.from(cause);
    context.log.warn({ err: cause, job: job.id, kind: job.kind, attempt: job.attempts + 1 }, 'A slice of a job failed');
    if (error.retryable && job.attempts + 1 < mostAttempts)
      await postponeJob(job, error.message, backoffMs(job.attempts + 1, pause, Math.random), context);
    else await failJob(job, error.message, context);
  }
}
