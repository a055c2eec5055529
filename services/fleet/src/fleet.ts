import type { AccessMode } from '@agent-mem/access';
import type { ToolOrigin } from '@agent-mem/agent';
import { type Clock, OperationError, systemClock } from '@agent-mem/contract';
import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import type { Topics } from '@agent-mem/messaging';
import { type Logger, readConfig } from '@agent-mem/runtime';
import { type Host, type HostPorts, host } from '@agent-mem/service-kit';
import { openAudit } from './access/audit-folder.ts';
import { fleetAccess, refuseOpenToAll } from './access/fleet-access.ts';
import { keyRoutes } from './access/key-routes.ts';
import { newLocalKey } from './access/local-key.ts';
import { busTokens, identifyWithoutKeys } from './access/scope-tokens.ts';
import { type OpenPorts, openPorts } from './adapters/ports.ts';
import { type FleetConfig, variables } from './config.ts';
import { openConnectors } from './connectors.ts';
import { deadLetterRoutes } from './dead-letters/routes.ts';
import { fleetLimits } from './limits/fleet-limits.ts';
import { maintenanceRoutes } from './maintenance/routes.ts';
import { UsedWrongly } from './refusal.ts';
import { absentServices, type HostedServices, hostedServices } from './services.ts';
import { AwaitedServers, isRefusal } from './start/awaited-servers.ts';
import { configuredCertificate } from './start/certificate.ts';
import { type FleetAddresses, listenAs } from './start/listen-as.ts';
import { schemaSync } from './start/schemas.ts';
import { fleetTools } from './tools/fleet-tools.ts';
import { startTracing } from './tracing/tracing.ts';

export interface FleetOptions {
  /** Names of services and HTTP plugins; none: all. */
  readonly services: readonly string[];
  /** Variables by name, flags already laid over them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Default: both. */
  readonly serve?: { readonly http?: boolean; readonly grpc?: boolean };
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Instead of what the variables say. */
  readonly chatModel?: ChatModel;
  readonly embedder?: Embedder;
  readonly previousEmbedder?: Embedder;
  readonly reranker?: Reranker;
  /** Tools of the agent, before those of TOOLS_FILE. */
  readonly tools?: readonly ToolOrigin[];
  /** Of TrustGraph's broker. */
  readonly topics?: Topics;
  /** Goes on without data files that their directories knew. Default false: the start fails and names them. */
  readonly newData?: boolean;
}

/** What is known of a fleet from its first moment. */
export interface FleetOutline extends FleetAddresses {
  readonly hosted: HostedServices;
  readonly config: FleetConfig;
  /** Other processes are on the bus. */
  readonly busIsShared: boolean;
  /** Whether callers are asked who they are. */
  readonly auth: AccessMode;
  /** Other processes publish on its bus, and nobody asks who they are. */
  readonly isBusOpen: boolean;
  /** What it knows those by who may read its data directory. */
  readonly key: string;
  /** Data directories this process owns. */
  readonly directories: readonly string[];
  /** Where it stands in other systems, a line a system. */
  readonly connections: readonly string[];
}

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
  const { environment, log, clock = systemClock } = options;
  await using stack = new AsyncDisposableStack();
  const tools = stack.use(await fleetTools(options.services, options.tools ?? [], { environment, clock, log }));
  const chosen = await hostedServices(options.services, tools.origins);
  const config = checkedConfig(chosen, environment);
  const stopped = new AbortController();
  const { signal } = stopped;
  const stop = () => stopped.abort(new OperationError('unavailable', 'The service is stopping'));
  stack.defer(stop);
  const schemas = schemaSync(config, chosen, { clock, log, signal });
  const servers = new AwaitedServers({ clock, log, signal });
  const { chatModel, embedder, previousEmbedder, reranker, topics, newData } = options;
  const given = { chatModel, embedder, previousEmbedder, reranker, newData };
  const names = [...chosen.services, ...chosen.httpPlugins].map(({ name }) => name);
  const traces = stack.use(await startTracing(config, { names, log }));
  const connecting = { environment, config, clock, log, hosted: new Set(names), ...(topics && { topics }) };
  const connectors = stack.use(await openConnectors(chosen.connectors, connecting)).open;
  const services = [...chosen.services, ...connectors.flatMap(({ service }) => service ?? [])];
  const isInFlows = services.some(({ name }) => name === 'trustgraph');
  const unhosted = [...absentServices(chosen), ...(isInFlows ? [] : (['trustgraph'] as const))];
  const opened = stack.use(await openPorts(config, { clock, log, reconnected: schemas.again, ...given }));
  const { serve: { http: servesHttp = true, grpc: servesGrpc = true } = {} } = options;
  const localKey = newLocalKey();
  const access = fleetAccess(config, opened.ports, localKey);
  if (servesHttp || servesGrpc) await refuseOpenToAll(config, access, clock);
  const audit = servesHttp || servesGrpc ? await openAudit(config, { clock, log }) : null;
  if (audit) stack.use(audit);
  const takesTokens = opened.busIsShared || connectors.length > 0;
  const tokens = takesTokens ? await busTokens(config, access.mode, { clock, log }) : null;
  const { limits, admission } = stack.use(await fleetLimits(config, { clock }));
  const certificate = await configuredCertificate(config, { clock, log });
  if (certificate) stack.use(certificate);
  const { listening, addresses } = await listenAs(config, {
    serves: { http: servesHttp, grpc: servesGrpc },
    certificate,
    admission,
    services: chosen.services,
    reasons: () => (servers.reasons.length > 0 ? servers.reasons : ['the service is starting']),
  });
  stack.use(listening);
  if (addresses.adminUrl) opened.announce(addresses.adminUrl, localKey.text);
  const outline: FleetOutline = {
    hosted: chosen,
    config,
    busIsShared: opened.busIsShared,
    ...addresses,
    auth: access.mode,
    isBusOpen: opened.busIsShared && tokens === null,
    key: localKey.text,
    directories: opened.directories,
    connections: connectors.flatMap(({ line }) => line ?? []),
  };

  let hosted: Promise<Host> | null = null;
  const startHost = () => {
    hosted = host({
      services,
      httpPlugins: [
        ...chosen.httpPlugins,
        deadLetterRoutes(connectors.flatMap(({ connector }) => connector.deadLetters ?? [])),
        keyRoutes(access.keys),
        maintenanceRoutes(opened.embedded),
      ],
      access: { mode: access.mode, identify: access.identify, audit, limits },
      ...(tokens && opened.busIsShared && { busAccess: { ...tokens, audit, limits } }),
      tokenAccess: { mode: access.mode, identify: tokens?.identify ?? identifyWithoutKeys, audit, limits },
      connectors: connectors.map(({ connector }) => connector),
      unhosted: opened.busIsShared ? [] : unhosted,
      ports: opened.ports,
      environment,
      http: null,
      grpc: null,
      listening,
      log,
      relay: opened.relay,
      tenant: config.PULSAR_TENANT,
      sweepEveryMs: config.SWEEP_SECONDS * 1000,
      drainMs: config.DRAIN_SECONDS * 1000,
      tracing: traces?.tracing ?? null,
      signal,
    }).catch((error: unknown) => {
      throw unusable(error) ?? error;
    });
    return hosted;
  };
  const others = connectors.map(({ connector, reach }) => servers.reached(connector.name, () => reach(signal), { waitMs }));
  const serving: Promise<Fleet> = servers.reached(
    'bus',
    async () => {
      await opened.reachBus(signal);
      await schemas.start();
      await Promise.all(others);
      const running = await startHost();
      return { ...outline, ports: opened.ports, host: running, [Symbol.asyncDispose]: dispose };
    },
    { waitMs },
  );
  const refused = Promise.withResolvers<never>();
  for (const promise of [...others, serving, ...storesOf(opened, servers)]) promise.catch(refused.reject);
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
function storesOf({ remoteStores }: OpenPorts, servers: AwaitedServers): readonly Promise<void>[] {
  return Object.entries(remoteStores).map(([name, store]) => servers.reached(name, () => store.check(), { isFinal: isRefusal }));
}

/** Reads every variable of the chosen, so that a malformed one stops the start before anything is opened. */
function checkedConfig(hosted: HostedServices, environment: FleetOptions['environment']): FleetConfig {
  try {
    for (const { variables } of [...hosted.services, ...hosted.httpPlugins, ...hosted.connectors])
      readConfig(variables, environment);
    return readConfig(variables, environment);
  } catch (error) {
    throw new UsedWrongly((error as Error).message);
  }
}

/** A service found the content behind one of its variables malformed. */
function unusable(error: unknown): UsedWrongly | null {
  return error instanceof OperationError && error.type === 'invalid-argument' ? new UsedWrongly(error.message) : null;
}
