import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { agreement, checkStores } from '../../test/live/cluster/check-stores.ts';
import { findCluster, startCluster } from '../../test/live/cluster/cluster.ts';
import { startServiceProcesses } from '../../test/live/cluster/service-processes.ts';
import { rest } from '../../test/process/rest.ts';
import { needed } from '../stores/live.ts';
import type { CompactingFleet } from './measure.ts';

/** A broker, the four stores, and a process for each service, asked over HTTP through the gateway. */
export async function clusterFleet(): Promise<CompactingFleet> {
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(await startCluster(needed('A cluster', findCluster())));
  const directory = opened.use(await temporaryDirectory());
  const fleet = opened.use(await startServiceProcesses(cluster, directory.path));
  const url = await fleet.url();
  const closing = opened.move();
  return {
    call: (service, operation, request, { timeoutMs } = {}) =>
      rest(url, service, operation, request, timeoutMs === undefined ? {} : { timeoutMs }),
    async settled() {
      while (!isDeepStrictEqual(await checkStores(cluster), agreement)) await delay(1_000);
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
