import { systemClock } from '@agent-mem/contract';
import { DirectoryInUse, readOwner } from '@agent-mem/sqlite/file';
import { busAdapterFor } from '../adapters/adapters.ts';
import { refuseWithoutData } from '../adapters/embedded-files.ts';
import { openPorts } from '../adapters/ports.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { startLogger } from '../log.ts';
import { ownerOfTaken, requiredOwner, withNothingToClose } from '../owner.ts';
import { hostedServices } from '../services.ts';
import { attachedMaintenance } from './attached.ts';
import type { Maintenance } from './maintenance.ts';
import { maintenanceOf } from './own-stores.ts';

interface MaintenanceOptions {
  readonly mayMake?: boolean;
  readonly newData?: boolean;
  readonly withBus?: boolean;
}

/** No request waits for maintenance: a graph's server that has just been started or restored, or comes back meanwhile, does not end it. */
const leastGraphTimeoutMs = 60_000;

/**
 * Maintenance of the configured stores: by the process that owns their data, else of the stores opened here until disposed.
 *
 * @param mayMake a data directory where none was. Default false: a check of nothing must not leave something.
 * @param newData goes on without data files that their directories knew. Default false.
 * @param withBus also what waits on an embedded bus with a file of its own. Default false.
 */
export async function openMaintenance(
  environment: Terminal['environment'],
  { mayMake = false, newData = false, withBus = false }: MaintenanceOptions = {},
): Promise<Maintenance & AsyncDisposable> {
  const config = programConfig(environment);
  const urls = [config.GRAPH_URL, config.SEARCH_URL, config.KEYVALUE_URL, config.DETAILS_URL];
  if (urls.some((url) => url.startsWith('memory:'))) {
    const gone = 'Stores on memory: end with their process, and none runs on DATA_DIR';
    return withNothingToClose(attachedMaintenance(requiredOwner(await readOwner(config.DATA_DIR), gone)));
  }
  if (!mayMake)
    for (const url of urls.filter((each) => each.startsWith('sqlite:'))) refuseWithoutData(url, config.DATA_DIR, 'DATA_DIR');
  await using stack = new AsyncDisposableStack();
  const interrupted = new AbortController();
  stack.defer(() => interrupted.abort());
  try {
    const log = startLogger(environment, 'warn');
    // A bus in the file of a store is opened with it: what is of an earlier version becomes of this one as a whole, behind one copy of the file.
    const isInFile = config.BUS_URL.startsWith('sqlite:') && (withBus || urls.includes(config.BUS_URL));
    // No message is sent: a broker that is away is no hindrance.
    const withoutBroker = isInFile ? config : { ...config, BUS_URL: 'memory:' };
    const unhurried = { ...withoutBroker, GRAPH_TIMEOUT_MS: Math.max(config.GRAPH_TIMEOUT_MS, leastGraphTimeoutMs) };
    const opened = stack.use(await openPorts(unhurried, { clock: systemClock, log, reconnected: () => {}, newData }));
    // Asked once, without repeats: of a server that is away it says so at once.
    await opened.remoteStores.graph?.check();
    const { services } = await hostedServices([]);
    const { embedded } = opened;
    const ports = { ...opened.ports, brokerRetentionMs: (await busAdapterFor(config.BUS_URL)).retentionMs ?? null };
    const maintenance = maintenanceOf({ ports, services, log, signal: interrupted.signal, embedded });
    const open = stack.move();
    return { ...maintenance, [Symbol.asyncDispose]: () => open.disposeAsync() };
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return withNothingToClose(attachedMaintenance(ownerOfTaken(error)));
  }
}
