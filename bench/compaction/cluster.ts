import { temporaryDirectory } from '@agent-mem/testing';
import { findCluster, startCluster } from '../../test/live/cluster/cluster.ts';
import { startServiceProcesses } from '../../test/live/cluster/service-processes.ts';
import { storesAgree } from '../../test/live/cluster/stores-agree.ts';
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
    settled: () => storesAgree(cluster),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
