import { randomUUID } from 'node:crypto';
import { dayMs } from '@agent-mem/contract';
import { isUserScope } from '@agent-mem/policy';
import { takeLease } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import { compactionKind } from '../compaction/compaction-job.ts';

const holder = randomUUID();
const leaseMs = 120_000;
const batch = 500;
/** With a job goes the reply stored under the idempotency key of its request, which holds for a week. */
const graceMs = 7 * dayMs;

type RemovingContext = Pick<ServiceContext<unknown>, 'clock' | 'graph' | 'keyValue' | 'log' | 'signal'>;

/**
 * Removes what is left of jobs a week after they have expired; one process of the fleet at a time. A compaction's stays: by it the policy knows nodes whose
 * compaction somebody has cancelled or undone.
 */
export async function removeExpiredJobs({ clock, graph, keyValue, log, signal }: RemovingContext): Promise<void> {
  const held = await takeLease('expired-jobs', holder, leaseMs, { keyValue, log });
  if (!held) return;
  await using lease = held;
  const before = new Date(clock.now() - graceMs).toISOString();
  let removed = 0;
  for await (const scope of graph.scopes()) {
    if (isUserScope(scope)) continue;
    let cursor: string | null = null;
    do {
      if (signal.aborted || !(await lease.isHeld())) return;
      const query = { kinds: ['Job'], statuses: ['EXPIRED'], order: 'updatedAt', limit: batch } as const;
      const { items, nextCursor }: Awaited<ReturnType<typeof graph.find>> = await graph.find(scope, { ...query, cursor });
      const expired = items.filter(({ updatedAt }) => updatedAt < before);
      const ids = expired.filter(({ properties }) => properties.kind !== compactionKind).map(({ id }) => id);
      if (ids.length > 0) await graph.purge(scope, { ids });
      removed += ids.length;
      cursor = expired.length === items.length ? nextCursor : null;
    } while (cursor !== null);
  }
  if (removed > 0) log.info({ removed }, 'expired jobs were removed');
}
