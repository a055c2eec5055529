import { type FollowUpContext, isEnded, type Job, liveJob, lookUntil, workUntil } from '@agent-mem/service-kit';

/** The job once it has ended, or as it stands when the caller's time for that is over; `null`: it is gone. */
export async function waitForJob(
  id: string,
  context: FollowUpContext<unknown>,
  mostMs: number = Number.MAX_SAFE_INTEGER,
): Promise<Job | null> {
  const { accepted, graph, scope } = context;
  await accepted();
  const until = workUntil(context, mostMs);
  const look = async () => {
    const [node] = await graph.get(scope, [id]);
    return liveJob(node);
  };
  return lookUntil({ ids: [id], until, look, isOver: (job) => !job || isEnded(job) }, context);
}
