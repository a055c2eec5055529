import { setTimeout as wait } from 'node:timers/promises';
import type { Init, OperationName, RequestOf, ResponseOf, ServiceName } from '@agent-mem/contract';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { findCluster, startCluster } from '../live/cluster/cluster.ts';
import { type ServiceProcesses, startServiceProcesses } from '../live/cluster/service-processes.ts';
import { storesAgree } from '../live/cluster/stores-agree.ts';
import { describeLive } from '../live/live.ts';
import { rest } from '../process/rest.ts';
import { byClients } from './by-clients.ts';
import { isFull } from './size.ts';

const ordeal = isFull ? { compactions: 10, nodes: 1_000, everyMs: 5_000 } : { compactions: 2, nodes: 100, everyMs: 2_000 };
const victims = ['graph', 'facts', 'gateway'];
const patienceMs = 600_000;

describeLive('compactions on the full cluster', findCluster(), (programs) => {
  const { compactions, nodes, everyMs } = ordeal;
  it(`${compactions * nodes} facts are compacted and restored under load, while a process is killed ${everyMs} ms after the last is back: none is lost, and the stores agree`, {
    timeout: 2_400_000,
  }, async () => {
    await using cluster = await startCluster(programs());
    await using directory = await temporaryDirectory();
    await using fleet = await startServiceProcesses(cluster, directory.path);
    const ask = asker(fleet);
    const sets: (readonly string[])[] = [];
    for (let set = 0; set < compactions; set += 1) {
      const facts = Array.from({ length: nodes }, (_, index) => ({ content: `Shelf ${set}-${index} holds jar ${index * 7}` }));
      const { results } = await ask('facts', 'store_many', { facts }, `store-${set}`);
      sets.push(results.map(({ fact_id }) => fact_id));
    }
    const ids = sets.flat();
    expect(new Set(ids).size).toBe(compactions * nodes);
    const statuses = async () => {
      const seen: Record<string, number> = {};
      await byClients(ids.length, async (number) => {
        const { node } = await ask('graph', 'get', { id: ids[number] ?? '' });
        const status = `${node?.status} ${node?.archived_by ?? ''}`.trim();
        seen[status] = (seen[status] ?? 0) + 1;
      });
      return seen;
    };

    const summaries = await underKills(fleet, async () => {
      const jobs = sets.map((node_ids, set) => ask('graph', 'trigger_compaction', { node_ids: [...node_ids] }, `compact-${set}`));
      return Promise.all(jobs.map(async (job) => await summaryOf(ask, (await job).job_id)));
    });
    expect(await statuses()).toEqual({ 'ARCHIVED compaction': ids.length });
    await storesAgree(cluster);

    const restored = await underKills(fleet, () =>
      Promise.all(summaries.map((id) => ask('graph', 'restore', { id }, `restore-${id}`))),
    );
    expect(new Set(restored.flatMap(({ restored_ids }) => restored_ids))).toEqual(new Set(ids));
    expect(await statuses()).toEqual({ ACTIVE: ids.length });
    await storesAgree(cluster);
  });
});

type Asker = ReturnType<typeof asker>;

/** Asks until it is answered, as any client would whose fleet is killed; a repeat has the same key. */
function asker(fleet: ServiceProcesses) {
  return <Service extends ServiceName, Operation extends OperationName<Service>>(
    service: Service,
    operation: Operation,
    request: Init<RequestOf<Service, Operation>>,
    idempotencyKey?: string,
  ): Promise<ResponseOf<Service, Operation>> =>
    vi.waitFor(async () => rest(await fleet.url(), service, operation, request, { ...(idempotencyKey && { idempotencyKey }) }), {
      timeout: patienceMs,
      interval: 200,
    });
}

/** The summary that a compaction came to. */
async function summaryOf(ask: Asker, job_id: string): Promise<string> {
  return await vi.waitFor(
    async () => {
      const { job } = await ask('graph', 'get_job', { job_id });
      expect(job).toMatchObject({ status: 'done' });
      return job?.result.summary_node_id ?? '';
    },
    { timeout: patienceMs, interval: 500 },
  );
}

/** Does the work while somebody looks for facts all the time, and one process after the other is killed: the next one a while after the one before is back. */
async function underKills<Result>(fleet: ServiceProcesses, work: () => Promise<Result>): Promise<Result> {
  const ask = asker(fleet);
  const over = new AbortController();
  const { signal } = over;
  const killing = (async () => {
    for (let kills = 0; !signal.aborted; kills += 1) {
      const victim = fleet.of.get(victims[kills % victims.length] ?? '');
      victim?.kill({ afterMs: 0, againMs: null });
      await victim?.survived();
      await wait(ordeal.everyMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  const looking = (async () => {
    while (!signal.aborted) await ask('facts', 'retrieve', { query: 'Which shelf holds jar 49?' });
  })();
  try {
    return await work();
  } finally {
    over.abort();
    await Promise.all([killing, looking]);
  }
}
