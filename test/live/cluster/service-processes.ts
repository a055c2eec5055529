import { hostable } from '@agent-mem/fleet';
import { type MortalFleet, startMortalFleet } from '../../chaos/mortal-fleet.ts';
import type { Cluster } from './cluster.ts';

/** A fleet on a cluster, each service and the gateway a process of its own. Disposing kills what runs. */
export interface ServiceProcesses extends AsyncDisposable {
  /** By the name of what it hosts; of a second instance with ` 2` behind it. */
  readonly of: ReadonlyMap<string, MortalFleet>;
  /** Where the gateway listens; waits while it is dead. */
  url(): Promise<string>;
}

/** Starts all of them at once, these twice; resolves when every one is ready. `directory` stays empty: all is on the servers. */
export async function startServiceProcesses(
  cluster: Cluster,
  directory: string,
  twice: readonly string[] = [],
): Promise<ServiceProcesses> {
  const { environment } = cluster;
  const names = [...hostable, ...twice.map((name) => `${name} 2`)];
  const start = async (name: string) => {
    const [hosted = ''] = name.split(' ');
    return [name, await startMortalFleet({ directory, args: [hosted], environment }, true)] as const;
  };
  const started = await Promise.allSettled(names.map(start));
  const running = new Map(started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
  const end = async () => void (await Promise.all([...running.values()].map((each) => each[Symbol.asyncDispose]())));
  const failed = started.find((each) => each.status === 'rejected');
  if (failed) {
    await end();
    throw failed.reason;
  }
  return {
    of: running,
    async url() {
      const gateway = running.get('gateway');
      if (!gateway) throw new Error('There is no gateway');
      return await gateway.url();
    },
    [Symbol.asyncDispose]: end,
  };
}
