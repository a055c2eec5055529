import { finishJob, type JobHandler, progress } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { archivedOf, keepOf, memoOfPrune, pruneResult } from '../domain/prune-job.ts';
import { prunePart } from '../prune-part.ts';

/** What is relevant is reckoned anew for each slice, so one is worth a while. */
const sliceMs = 500;

/** One slice of a prune that its request had no time for. */
export const pruneSlice: JobHandler<Config> = async (job, context) => {
  const { clock, scope } = context;
  const keep = keepOf(job.input);
  const wishes = (['Fact', 'Episode'] as const).map((kind) => ({ kind, keep: keep[kind], isDryRun: false }));
  const until = clock.now() + sliceMs;
  const part = await prunePart(context, scope, wishes, archivedOf(job.memo), () => clock.now() >= until);
  if (part.left === 0) return finishJob(job, pruneResult(part), context);
  const { count, left } = part;
  return progress(job, { progress: count / (count + left), memo: memoOfPrune(part) }, context);
};
