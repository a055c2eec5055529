import { beginPurge, noteJob, type PurgePorts, type Purger, purgePart } from '@agent-mem/retention';
import type { Purge } from './context.ts';
import { startPurgeJob } from './jobs/purge-job.ts';
import { workUntil } from './jobs/time-for-answer.ts';
import type { AnyService } from './service.ts';

/** Longest work of a request without a deadline. */
const mostMs = 30_000;

/** The `Purge` of a service. */
export function createPurge(purger: Purger, ports: PurgePorts): Purge {
  const { clock } = ports;
  const answer: (...asked: Parameters<Purge>) => ReturnType<Purge> = async (asked, request) => {
    const until = workUntil({ clock, timeLeftMs: asked.timeLeftMs }, mostMs);
    const begun = await beginPurge(purger, request, asked, ports);
    if (begun.answer) return begun.answer;
    const part = await purgePart(begun.underWay, ports, { isOver: () => clock.now() >= until });
    return part.answer ?? { job_id: await startPurgeJob(part.underWay, ports) };
  };
  const goOn: Purge['goOn'] = async (underWay, options, jobId) => {
    await noteJob(underWay, jobId, ports);
    return purgePart(underWay, ports, options);
  };
  return Object.assign(answer, { goOn });
}

/** A service erases its own kinds; the one that owns the marks of purges erases all. */
export function purgerOf({ name, owns }: Pick<AnyService, 'name' | 'owns'>): Purger {
  return { name, kinds: owns.includes('PurgeMark') ? null : owns.filter((kind) => kind !== 'Guard') };
}
