import { serviceTopic, topicUrl } from '@agent-mem/contract';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { type ServiceProcesses, startServiceProcesses } from '../live/cluster/service-processes.ts';
import { describeLive } from '../live/live.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const memory = ['facts', 'episodes', 'conversations', 'working-memory'] as const;

describeLive('the first question on a new cluster', findCluster(), (programs) => {
  let cluster: Cluster;
  let directory: TemporaryDirectory;
  let services: ServiceProcesses;
  beforeAll(async () => {
    cluster = await borrowCluster(programs());
    directory = await temporaryDirectory();
    services = await startServiceProcesses(cluster, directory.path);
  }, 600_000);
  afterAll(async () => {
    await services?.[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  it(
    'finds memory asked already, by connections that are there when the processes are ready',
    verifies('start.warm'),
    async () => {
      // Of memory's services, only the agent asks each; a producer is made by the first request alone.
      const asked = memory.map(async (name) => [
        name,
        (await statsOf(topicUrl(serviceTopic(name, 'query'), cluster.environment.PULSAR_TENANT))).publishers.length,
      ]);
      const counts: Readonly<Record<string, number>> = Object.fromEntries(await Promise.all(asked));
      for (const name of memory) expect(counts[name], name).toBeGreaterThan(0);
      const invoked = await rest(await services.url(), 'agent', 'invoke', { question: 'Who is my wife?' }, { timeoutMs: 60_000 });
      const tiers = Object.values(invoked.receipt?.tiers ?? {});
      expect(tiers.map((tier) => tier?.error ?? null)).toEqual(tiers.map(() => null));
      expect(tiers.length).toBeGreaterThan(0);
    },
  );

  async function statsOf(topic: string) {
    const { host } = new URL(cluster.environment.BUS_URL ?? '');
    const response = await fetch(`http://${host}/admin/v2/${topic.replace('://', '/')}/stats`);
    if (!response.ok) throw new Error(`${topic}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly publishers: readonly unknown[] };
  }
});
