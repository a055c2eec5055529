import { dayMs, newId, type Scope, type ServiceName } from '@agent-mem/contract';
import { publishNotice } from '@agent-mem/messaging';
import { integer } from '@agent-mem/runtime';
import type { Change, JsonObject, NodeWrite } from '@agent-mem/storage';
import type { OwnGraph, ServiceContext } from '../context.ts';
import { isEnded, type Job, type JobResult, jobNode, jobOf } from './job.ts';

/** The variables of a service that has jobs. */
export const jobVariables = {
  JOB_TTL_DAYS: integer({
    meaning: 'Days after its end when a job is removed, with its result; 0: never',
    unit: 'days',
    min: 0,
    max: 36_500,
    default: 7,
  }),
};

/** What writing a job takes of a handler's context. */
export type JobWritingContext = Pick<
  ServiceContext<{ readonly JOB_TTL_DAYS: number }>,
  'bus' | 'clock' | 'config' | 'jobWaker' | 'log'
> & {
  readonly graph: Pick<OwnGraph, 'commit' | 'get'>;
  readonly scope: Scope;
};

/** What a job is to be. */
export interface JobPlan {
  /** By it a job is known again: starting it twice starts one. Absent: we make one. */
  readonly id?: string;
  readonly service: ServiceName;
  readonly kind: string;
  readonly subject: string | null;
  /** The conversations that it is about: it goes when one of them is erased. */
  readonly conversationIds: readonly string[];
  readonly input: JsonObject;
  /** What its request has done of it. Default: nothing. */
  readonly memo?: JsonObject;
  /** Where an instance waits for its end; `null`: none does. */
  readonly waitingClient: string | null;
}

/** What is committed together with a step of a job: all of it, or nothing. */
export type Alongside = Pick<Change, 'nodes' | 'edges' | 'events'>;

/**
 * Stores a job, durably, for its service to work on. One of the same id that is there is answered as it stands. `replyOf`: the answer that is
 * stored under the request's idempotency key.
 */
export async function startJob(
  plan: JobPlan,
  context: JobWritingContext,
  replyOf: (job: Job) => object = ({ id }) => ({ job_id: id }),
): Promise<Job> {
  const { clock, graph, scope } = context;
  const now = clock.now();
  const id = plan.id ?? newId('job', now);
  const [known] = await graph.get(scope, [id]);
  if (known) return jobOf(known);
  const job = newJob({ ...plan, id }, now);
  await graph.commit(scope, { nodes: [jobNode(job, now, now)] }, replyOf(job));
  // Another process that holds it looks within a second.
  context.jobWaker.wake();
  return { ...job, version: 1 };
}

/** The node of a job that must not be there yet, for who starts it in one commit with what it is about. */
export function jobNodeOf(plan: JobPlan, now: number): NodeWrite {
  return jobNode(newJob({ ...plan, id: plan.id ?? newId('job', now) }, now), now, now);
}

function newJob(
  { id, service, kind, subject, conversationIds, input, memo = {}, waitingClient }: JobPlan & { readonly id: string },
  now: number,
): Job {
  const [only = null, ...others] = conversationIds;
  const at = new Date(now).toISOString();
  return {
    id,
    kind,
    service,
    status: 'queued',
    progress: 0,
    subject,
    error: null,
    result: {},
    conversations: others.length > 0 ? conversationIds : [],
    input,
    memo,
    attempts: 0,
    waiting_client: waitingClient,
    conversationId: others.length > 0 ? null : only,
    version: 0,
    created_at: at,
    updated_at: at,
  };
}

/** What holds of a job whose last slice did what it was to do. */
const succeeding = { status: 'running', attempts: 0, error: null } as const;

/**
 * Notes how far a job is, in one commit with the effects of its slice. Rejects with `VersionConflict` when it was cancelled meanwhile:
 * then the slice has had no effect, and the job gets no other.
 */
export async function progress(
  job: Job,
  step: { readonly progress: number; readonly memo: JsonObject },
  context: JobWritingContext,
  alongside: Alongside = {},
): Promise<Job> {
  const now = context.clock.now();
  return write({ ...job, ...step, ...succeeding }, now, context, alongside);
}

/** Notes how far a job is that waits for somebody else: its next slice comes after `pauseMs`, unless it ends before. Rejects as `progress` does. */
export async function pauseJob(
  job: Job,
  step: { readonly progress: number; readonly memo: JsonObject },
  context: JobWritingContext,
  pauseMs: number,
): Promise<Job> {
  const until = context.clock.now() + pauseMs;
  return { ...(await write({ ...job, ...step, ...succeeding }, until, context, {})), isPaused: true };
}

/** Ends a job with its result, in one commit with the effects of its last slice. Rejects as `progress` does. */
export async function finishJob(
  job: Job,
  result: JobResult,
  context: JobWritingContext,
  alongside: Alongside = {},
): Promise<Job> {
  return end({ ...job, status: 'done', progress: 1, error: null, result }, context, alongside);
}

/** Ends a job that cannot be done, and logs it: nobody may be asking for the job. */
export async function failJob(job: Job, error: string, context: JobWritingContext): Promise<Job> {
  const failed = await end({ ...job, status: 'failed', error }, context, {});
  context.log.warn({ job: job.id, kind: job.kind, error }, 'A job failed');
  return failed;
}

/** Ends a job before its next slice; one that has ended stays as it is. */
export async function cancelJob(job: Job, context: JobWritingContext): Promise<Job> {
  return isEnded(job) ? job : end({ ...job, status: 'cancelled', error: null }, context, {});
}

/** Lets a job wait after a slice that failed in a way that may pass, with the error: who asks for the job learns why it takes so long. */
export async function postponeJob(job: Job, error: string, pauseMs: number, context: JobWritingContext): Promise<Job> {
  return write({ ...job, error, attempts: job.attempts + 1 }, context.clock.now() + pauseMs, context, {});
}

async function end(job: Job, context: JobWritingContext, alongside: Alongside): Promise<Job> {
  const { JOB_TTL_DAYS } = context.config;
  const expires = JOB_TTL_DAYS === 0 ? null : context.clock.now() + JOB_TTL_DAYS * dayMs;
  const ended = await write({ ...job, input: {}, memo: {} }, expires, context, alongside);
  // An instance that waits looks without a notice, too: one that is lost costs it a second.
  if (job.waiting_client)
    await publishNotice(context.bus, job.waiting_client, job.id).catch((err: unknown) =>
      context.log.warn({ err }, 'an instance that waits for a job was not notified'),
    );
  return ended;
}

async function write(job: Job, dueAt: number | null, context: JobWritingContext, alongside: Alongside): Promise<Job> {
  const { clock, graph, scope } = context;
  const now = clock.now();
  const node = jobNode(job, now, dueAt);
  const { versions } = await graph.commit(scope, { ...alongside, nodes: [node, ...(alongside.nodes ?? [])] });
  return { ...job, version: versions[job.id] ?? job.version + 1, updated_at: new Date(now).toISOString() };
}
