import { OperationError } from '@agent-mem/contract';
import { type Host, type HostPorts, host } from '@agent-mem/service-kit';
import { UsedWrongly } from './refusal.ts';
import { isRefusal } from './start/awaited-servers.ts';
import { type FleetOptions, type FleetOutline, type FleetParts, openParts } from './start/parts.ts';

/** Services running in this process. Disposing takes no more work, finishes what runs, and closes everything. */
export interface Fleet extends FleetOutline, AsyncDisposable {
  readonly ports: HostPorts;
  readonly host: Host;
}

/** A process that listens and owns its data, and tells its health while its services wait for their servers. Disposing it stops the services too. */
export interface StartingFleet extends FleetOutline, AsyncDisposable {
  /** Resolves when a server has to be waited for. */
  readonly waiting: Promise<void>;
  /** Why servers cannot be reached now, a sentence a server that is waited for. */
  readonly reasons: readonly string[];
  /** Resolves when the services answer. */
  readonly serving: Promise<Fleet>;
  /** Rejects with what a server refuses this process for, if one does before it has ever answered. Never resolves. */
  readonly refused: Promise<never>;
}

/** How long a fleet waits for its servers that somebody waits for in turn. */
const longestWaitMs = 30_000;

/** Starts services. Throws `UsedWrongly`, `StartFailed` or `DirectoryInUse`, `StartFailed` also for a broker that does not come within 30 s; nothing stays open then. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  await using stack = new AsyncDisposableStack();
  const starting = stack.use(await beginFleet(options, longestWaitMs));
  const fleet = await Promise.race([starting.serving, starting.refused]);
  stack.move();
  return fleet;
}

/**
 * Begins a start: opens what is on this machine, listens, and goes on in the background: it waits for the brokers, and then starts the services. Stores are not
 * waited for: services answer without them as well as they can, and are not ready. Throws as `openFleet`; nothing stays open then.
 *
 * @param waitMs how long the brokers are waited for; `null`: until they come.
 */
export async function beginFleet(options: FleetOptions, waitMs: number | null): Promise<StartingFleet> {
  await using stack = new AsyncDisposableStack();
  const stopped = new AbortController();
  const { signal } = stopped;
  const stop = () => stopped.abort(new OperationError('unavailable', 'The service is stopping'));
  stack.defer(stop);
  const parts = stack.use(await openParts(options, signal));
  const { outline, hosting, stores, connectors, schemas, servers } = parts;
  let hosted: Promise<Host> | null = null;
  const others = connectors.map(({ connector, reach }) => servers.reached(connector.name, () => reach(signal), { waitMs }));
  const serving: Promise<Fleet> = servers.reached(
    'bus',
    async () => {
      await stores.reachBus(signal);
      await schemas.start();
      await Promise.all(others);
      // A command that ends by itself has no second request that would gain by it.
      const isLasting = waitMs === null;
      hosted = hostUsed({ ...hosting, warmsUp: outline.busIsShared && isLasting });
      const running = await hosted;
      // Nobody waits for it.
      if (isLasting) void readAhead(stores.ports, options.log);
      return { ...outline, ports: stores.ports, host: running, [Symbol.asyncDispose]: dispose };
    },
    { waitMs },
  );
  const refused = Promise.withResolvers<never>();
  for (const promise of [...others, serving, ...storesReached(parts)]) promise.catch(refused.reject);
  refused.promise.catch(() => undefined);
  // Before what they stand on. A start that is under way ends by the signal, and closes what it has opened.
  stack.defer(async () => {
    stop();
    const running = await hosted?.catch(() => null);
    await running?.[Symbol.asyncDispose]();
  });
  const open = stack.move();
  function dispose(): Promise<void> {
    return open.disposeAsync();
  }
  return {
    ...outline,
    waiting: servers.begun,
    get reasons() {
      return servers.reasons;
    },
    serving,
    refused: refused.promise,
    [Symbol.asyncDispose]: dispose,
  };
}

/** The stores on servers, each until it has answered once. */
function storesReached({ stores, servers }: FleetParts): readonly Promise<void>[] {
  return Object.entries(stores.remoteStores).map(([name, store]) =>
    servers.reached(name, () => store.check(), { isFinal: isRefusal }),
  );
}

/** Hosts services. A service that finds the content behind one of its variables malformed was used wrongly. */
async function hostUsed(hosting: FleetParts['hosting']): Promise<Host> {
  try {
    return await host(hosting);
  } catch (error) {
    throw error instanceof OperationError && error.type === 'invalid-argument' ? new UsedWrongly(error.message) : error;
  }
}

/** What could not be read ahead is read when it is asked for. */
async function readAhead({ searchIndex, clock }: HostPorts, log: FleetOptions['log']): Promise<void> {
  const begunAt = clock.now();
  try {
    await searchIndex.readAhead?.();
    log.debug({ ms: clock.now() - begunAt }, 'The memory that was written last is read ahead');
  } catch (err) {
    log.debug({ err }, 'The memory that was written last could not be read ahead');
  }
}
