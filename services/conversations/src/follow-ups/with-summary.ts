import type { FollowUpContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { liveSummary } from '../domain/summary/summary-node.ts';
import type { Answer, Request } from '../handler.ts';
import { waitForJob } from './wait-for-job.ts';

type Summarize = Awaited<Answer<'summarize'>>;

/** Waits for a summary that was asked for, or until the caller's time for that is over, and adds it to the answer. */
export async function withSummary(
  _request: Request<'summarize'>,
  answer: Summarize,
  context: FollowUpContext<Config>,
): Promise<Summarize> {
  const job = answer.job_id ? await waitForJob(answer.job_id, context) : null;
  const summary_id = job?.status === 'done' ? job.result.summary_id : undefined;
  if (!summary_id) return answer;
  const [node] = await context.graph.get(context.scope, [summary_id]);
  const abstract = liveSummary(node)?.abstract;
  return abstract ? { ...answer, summary: abstract, summary_id } : answer;
}
