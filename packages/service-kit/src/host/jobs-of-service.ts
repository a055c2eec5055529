import { attributesJob } from '@agent-mem/maintenance';
import { filteredKinds, indexingJob } from '@agent-mem/recall';
import { expiryJob } from '@agent-mem/retention';
import type { Logger, Waker } from '@agent-mem/runtime';
import type { HostPorts } from '../context.ts';
import { dueJob, jobTurnsJob } from '../due-job.ts';
import type { TakeDue } from '../pipeline/work.ts';
import type { AnyService, ServiceJob } from '../service.ts';

/** What runs for a service again and again: its own jobs, and those that what it owns asks for. */
export function jobsOfService(
  definition: AnyService,
  ports: HostPorts,
  log: Logger,
  take: TakeDue,
  jobWaker: Waker,
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
