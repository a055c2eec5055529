import { dayMs } from '@agent-mem/contract';
import { takeLease } from '@agent-mem/runtime';
import { defaultScope as scope, turnedClock } from '@agent-mem/testing';
import { loneService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { compactionKind } from '../compaction/compaction-job.ts';
import { graphService } from '../service.ts';
import { removeExpiredJobs } from './remove-expired-jobs.ts';

function opened() {
  const clock = turnedClock();
  const { context } = loneService(graphService, { clock });
  const { graph } = context;
  const add = async (kind: string, status: 'ACTIVE' | 'EXPIRED', count = 1) => {
    const at = new Date(clock.now()).toISOString();
    const nodes = Array.from({ length: count }, (_, index) => ({
      ...({ kind: 'Job', status, createdAt: at, updatedAt: at, expectedVersion: 0 } as const),
      id: `job_${kind}_${status}_${index}`,
      properties: { kind, service: 'conversations', status: 'done' },
    }));
    await graph.commit(scope, { nodes });
  };
  const left = async () => {
    const statuses = ['ACTIVE', 'EXPIRED'] as const;
    const { items } = await graph.find(scope, { kinds: ['Job'], statuses, order: 'createdAt', limit: 1_000 });
    return items.map(({ id }) => id).toSorted();
  };
  /** A later run, so many milliseconds after the week. */
  const run = async (laterMs = 1, signal = context.signal) => {
    await clock.leap(7 * dayMs + laterMs);
    await removeExpiredJobs({ ...context, signal });
  };
  return { context, add, left, run };
}

test('a job stays for a week after it has expired, as the reply does that names it', async () => {
  const { add, left, run } = opened();
  await add('summarise', 'EXPIRED');
  await run(0);
  expect(await left()).toHaveLength(1);
  await run();
  expect(await left()).toEqual([]);
});

test('of jobs that have expired only those of compactions stay', async () => {
  const { add, left, run } = opened();
  await add('summarise', 'EXPIRED', 700);
  await add(compactionKind, 'EXPIRED');
  await add('summarise', 'ACTIVE');
  await run();
  expect(await left()).toEqual([`job_${compactionKind}_EXPIRED_0`, 'job_summarise_ACTIVE_0']);
});

test('one process at a time removes them', async () => {
  const { context, add, left, run } = opened();
  await add('summarise', 'EXPIRED');
  await using lease = await takeLease('expired-jobs', 'another', 8 * dayMs, context);
  expect(lease).not.toBeNull();
  await run();
  expect(await left()).toHaveLength(1);
});

test('once the process stops, the rest is left to a later run', async () => {
  const { context, add, left, run } = opened();
  await add('summarise', 'EXPIRED', 700);
  const stop = new AbortController();
  const purge = context.graph.purge.bind(context.graph);
  vi.spyOn(context.graph, 'purge').mockImplementationOnce(async (...asked) => {
    stop.abort();
    return purge(...asked);
  });
  await run(1, stop.signal);
  expect(await left()).toHaveLength(200);
});
