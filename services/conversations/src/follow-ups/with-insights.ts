import { type ModelUsage, OperationError } from '@agent-mem/contract';
import type { FollowUpContext, Job } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { Insights } from '../domain/insights/insight-form.ts';
import type { Answer, Request } from '../handler.ts';
import { waitForJob } from './wait-for-job.ts';

/** Longest wait of a request without a deadline. */
const mostWaitMs = 30_000;

type InsightsAnswer = Awaited<Answer<'insights'>>;

/** Waits for the job within the request's time, and adds what came of it to the answer. */
export async function withInsights(
  _request: Request<'insights'>,
  answer: InsightsAnswer,
  context: FollowUpContext<Config>,
): Promise<InsightsAnswer> {
  const job = await waitForJob(answer.job_id ?? '', context, mostWaitMs);
  if (job?.status === 'failed') throw new OperationError('failed-precondition', job.error ?? `Job ${job.id} failed`);
  if (job?.status === 'cancelled') throw new OperationError('cancelled', `Job ${job.id} was cancelled`);
  return job?.status === 'done' ? { ...answer, ...resultMembers(job) } : answer;
}

function resultMembers({ result }: Job): InsightsAnswer {
  const { results = '', by, insight_id, model_away, usage } = result;
  return {
    results,
    by,
    insight_id,
    model_away: model_away === 'true',
    usage: usage === undefined ? [] : (JSON.parse(usage) as readonly ModelUsage[]),
    ...knownMembers(results),
  };
}

/** The three that are made by default, of all conversations together. */
function knownMembers(results: string): Pick<InsightsAnswer, 'main_topic' | 'key_findings' | 'action_items'> {
  const read: unknown = JSON.parse(results);
  const each = (Array.isArray(read) ? read.map(({ results: own }) => own) : [read]) as readonly Insights[];
  const textsOf = (item: string) => [
    ...new Set(each.flatMap((own) => own[item] ?? []).filter((text) => typeof text === 'string')),
  ];
  return {
    main_topic: textsOf('main_topic').join('; '),
    key_findings: textsOf('key_findings'),
    action_items: textsOf('action_items'),
  };
}
