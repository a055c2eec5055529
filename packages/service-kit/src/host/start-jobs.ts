import { attributesJob, sweep } from '@agent-mem/maintenance';
import { filteredKinds, indexingJob } from '@agent-mem/recall';
import { expiryJob } from '@agent-mem/retention';
import type { ClaimNodes } from '@agent-mem/runtime';
import type { HostPorts } from '../context.ts';
import { dueJob, jobTurnsJob } from '../due-job.ts';
import type { HeldParts } from '../held-parts.ts';
import { duePipeline } from '../pipeline/due.ts';
import type { TakeDue } from '../pipeline/work.ts';
import type { ServiceJob } from '../service.ts';
import { expiredIdempotencyRecordsJob } from './expired-idempotency-records.ts';
import type { HostBase } from './host-base.ts';
import type { HostOptions } from './host-options.ts';
import type { HostedService } from './hosted-service.ts';
import { startPeriodicJob } from './periodic-jobs.ts';

/** Starts what runs for the services again and again, and by the first of them what runs for the stores. Disposing waits for what is under way. */
export function startJobs(
  hosted: readonly HostedService[],
  parts: HeldParts,
  { ports, observer, requestsFirst, activity }: HostBase,
  { services, sweepEveryMs = 0, log }: Pick<HostOptions, 'services' | 'sweepEveryMs' | 'log'>,
): AsyncDisposable {
  const started = new AsyncDisposableStack();
  for (const { definition, context } of hosted) {
    const due = duePipeline(definition, context, observer);
    const inTurn: TakeDue = async (...item) => {
      await requestsFirst.turn();
      await due(...item);
    };
    const claimNodes: ClaimNodes = (queue, asked) => parts.claim(queue, definition.name, asked);
    const jobs = [...jobsOfService({ definition, context }, ports, inTurn)];
    if (definition === hosted[0]?.definition) jobs.push(...jobsOfStores());
    for (const job of jobs) started.use(startPeriodicJob(job, { ...context, claimNodes }, activity));
  }
  return started;

  function jobsOfStores(): readonly ServiceJob<unknown>[] {
    if (sweepEveryMs === 0) return [expiredIdempotencyRecordsJob];
    const run: ServiceJob<unknown>['run'] = async ({ signal }) => void (await sweep({ services, ports, log, signal }));
    return [expiredIdempotencyRecordsJob, { name: 'sweep', everyMs: sweepEveryMs, run }];
  }
}

/** What runs for a service again and again: its own jobs, and those that what it owns asks for. */
function jobsOfService(
  { definition, context: { jobWaker, log } }: HostedService,
  ports: HostPorts,
  take: TakeDue,
): readonly ServiceJob<unknown>[] {
  return [
    ...(definition.periodicJobs?.() ?? []),
    ...(definition.due ? [dueJob(definition, take)] : []),
    ...(definition.jobs ? [jobTurnsJob(definition, take, jobWaker)] : []),
    ...[expiryJob(definition) ?? []].flat(),
    ...(definition.documentOf ? [indexingJob(definition, ports, log)] : []),
    ...(definition.owns.some((kind) => filteredKinds.includes(kind)) ? [attributesJob(definition, ports, log)] : []),
  ];
}
