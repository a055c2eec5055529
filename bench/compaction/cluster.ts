import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { conversationEvents, type ServiceName, services, serviceTopic, topicUrl } from '@agent-mem/contract';
import { adminUrlOf, createPulsarAdmin, type PulsarAdmin } from '@agent-mem/pulsar';
import { temporaryDirectory } from '@agent-mem/testing';
import { agreement, checkStores } from '../../test/live/cluster/check-stores.ts';
import { findCluster, startCluster } from '../../test/live/cluster/cluster.ts';
import { startServiceProcesses } from '../../test/live/cluster/service-processes.ts';
import { rest } from '../../test/process/rest.ts';
import { needed } from '../stores/live.ts';
import type { CompactingFleet } from './measure.ts';

const names = Object.keys(services) as ServiceName[];

/** What services read, and a subscription's backlog says how far. */
const topics = [conversationEvents, ...names.map((name) => serviceTopic(name, 'command'))].map((topic) => topicUrl(topic));

/** Between two looks; longer than an event waits in the Graph for its relay. */
const lookMs = 1_000;

/** A broker, the four stores, and a process for each service, asked over HTTP through the gateway. */
export async function clusterFleet(): Promise<CompactingFleet> {
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(await startCluster(needed('A cluster', findCluster())));
  const directory = opened.use(await temporaryDirectory());
  // Tests sweep every few seconds.
  const { SWEEP_SECONDS: _, ...environment } = cluster.environment;
  const fleet = opened.use(await startServiceProcesses({ ...cluster, environment }, directory.path));
  const url = await fleet.url();
  const adminUrl = adminUrlOf(cluster.environment.BUS_URL ?? '');
  if (adminUrl === null) throw new Error('The cluster has no broker');
  const admin = createPulsarAdmin({ url: adminUrl });
  const closing = opened.move();
  return {
    call: (service, operation, request, { timeoutMs } = {}) =>
      rest(url, service, operation, request, timeoutMs === undefined ? {} : { timeoutMs }),
    async settled() {
      do await allRead(admin);
      while (!isDeepStrictEqual(await checkStores(cluster), agreement));
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** Resolves when two looks in a row have found nothing that a service has still to read. */
async function allRead({ topics: { stats } }: PulsarAdmin): Promise<void> {
  const isRead = async (topic: string) => [...((await stats(topic)) ?? []).values()].every(({ backlog }) => backlog === 0);
  for (let empty = 0; empty < 2; ) {
    await delay(lookMs);
    empty = (await Promise.all(topics.map(isRead))).every(Boolean) ? empty + 1 : 0;
  }
}
