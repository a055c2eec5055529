import { noLongerNeeded } from '@agent-mem/contract';
import { untilAborted } from '@agent-mem/runtime';
import type { FollowUpContext } from '../context.ts';
import { isEnded, type Job, liveJob } from './job.ts';
import { workUntil } from './time-for-answer.ts';

/** A notice may be lost: so often the job is looked at without one. */
const lookEveryMs = 1_000;

/** The job once it has ended, or as it stands when the caller's time for that is over; `null`: it is gone. */
export async function waitForJob(
  id: string,
  { accepted, clock, graph, notices, scope, signal, timeLeftMs }: FollowUpContext<unknown>,
  mostMs: number = Number.MAX_SAFE_INTEGER,
): Promise<Job | null> {
  accepted();
  const until = workUntil({ clock, timeLeftMs }, mostMs);
  // Before the first look: of an end after it there is a notice.
  using listener = notices.listen([id]);
  for (;;) {
    const { received } = listener;
    const [node] = await graph.get(scope, [id]);
    const job = liveJob(node);
    const left = until - clock.now();
    if (!job || isEnded(job) || left <= 0) return job;
    const over = new AbortController();
    const passed = clock.sleep(Math.min(left, lookEveryMs), over.signal).catch(() => undefined);
    await untilAborted(Promise.race([passed, listener.after(received)]), signal).finally(() => over.abort(noLongerNeeded));
  }
}
