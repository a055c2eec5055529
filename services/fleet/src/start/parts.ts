import type { AccessMode } from '@agent-mem/access';
import type { ToolOrigin } from '@agent-mem/agent';
import { type Clock, systemClock } from '@agent-mem/contract';
import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import type { Topics } from '@agent-mem/messaging';
import type { Logger } from '@agent-mem/runtime';
import type { HostOptions } from '@agent-mem/service-kit';
import { flowChatModel } from '@agent-mem/trustgraph-service';
import { openAccessControl } from '../access/access-control.ts';
import { keyRoutes } from '../access/key-routes.ts';
import { unknownAdminPaths } from '../access/unknown-admin-paths.ts';
import { type OpenPorts, openPorts } from '../adapters/ports.ts';
import { checkedConfig, type FleetConfig, programConfig } from '../config.ts';
import { type OpenConnector, openConnectors } from '../connectors/connectors.ts';
import { deadLetterRoutes } from '../dead-letters/routes.ts';
import { maintenanceRoutes } from '../maintenance/routes.ts';
import { absentServices, type HostedServices, hostedServices } from '../services.ts';
import { startTracing } from '../tracing/tracing.ts';
import { AwaitedServers } from './awaited-servers.ts';
import { configuredCertificate } from './certificate.ts';
import { fleetTools } from './fleet-tools.ts';
import { type FleetAddresses, listenAs } from './listen-as.ts';
import { type SchemaSync, schemaSync } from './schemas.ts';

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

/** What a fleet is made of, before its services run: it listens, and owns its data. Disposing closes all of it. */
export interface FleetParts extends AsyncDisposable {
  readonly outline: FleetOutline;
  /** What its services are hosted with. */
  readonly hosting: HostOptions;
  readonly stores: OpenPorts;
  readonly connectors: readonly OpenConnector[];
  readonly schemas: SchemaSync;
  readonly servers: AwaitedServers;
}

/** Opens what is on this machine, and listens. Throws as `openFleet`; nothing stays open then. Aborting the signal ends what waits, and what runs in the background. */
export async function openParts(options: FleetOptions, signal: AbortSignal): Promise<FleetParts> {
  const { environment, log, clock = systemClock, serve: { http = true, grpc = true } = {} } = options;
  await using stack = new AsyncDisposableStack();
  const tools = stack.use(await fleetTools(options.services, options.tools ?? [], { environment, clock, log }));
  const chosen = await hostedServices(options.services, tools.origins);
  // A malformed variable of any of the chosen stops the start before anything is opened.
  for (const { variables } of [...chosen.services, ...chosen.httpPlugins, ...chosen.connectors])
    checkedConfig(variables, environment);
  const config = programConfig(environment);
  const schemas = schemaSync(config, chosen, { clock, log, signal });
  const servers = new AwaitedServers({ clock, log, signal });
  const names = [...chosen.services, ...chosen.httpPlugins].map(({ name }) => name);
  const traces = stack.use(await startTracing(config, { names, log }));
  const { topics } = options;
  const connecting = { environment, config, clock, log, hosted: new Set(names), ...(topics && { topics }) };
  const connectors = stack.use(await openConnectors(chosen.connectors, connecting)).open;
  const { chatModel, embedder, previousEmbedder, reranker, newData } = options;
  const given = { chatModel, embedder, previousEmbedder, reranker, newData };
  const stores = stack.use(await openPorts(config, { clock, log, reconnected: schemas.again, ...given }));
  const checked = { opened: stores, isServed: http || grpc, isConnected: connectors.length > 0, clock, log };
  const control = stack.use(await openAccessControl(config, checked));
  const certificate = await configuredCertificate(config, { clock, log });
  if (certificate) stack.use(certificate);
  const { listening, addresses } = await listenAs(config, {
    serves: { http, grpc },
    certificate,
    admission: control.admission,
    services: chosen.services,
    reasons: () => (servers.reasons.length > 0 ? servers.reasons : ['the service is starting']),
  });
  stack.use(listening);
  if (addresses.adminUrl) stores.announce(addresses.adminUrl, control.localKey.text);
  const services = [...chosen.services, ...connectors.flatMap(({ service }) => service ?? [])];
  const isInFlows = services.some(({ name }) => name === 'trustgraph');
  const unhosted = [...absentServices(chosen), ...(isInFlows ? [] : (['trustgraph'] as const))];
  const resources = stack.move();
  return {
    outline: {
      hosted: chosen,
      config,
      busIsShared: stores.busIsShared,
      ...addresses,
      auth: control.mode,
      isBusOpen: control.isBusOpen,
      key: control.localKey.text,
      directories: stores.directories,
      connections: connectors.flatMap(({ line }) => line ?? []),
    },
    hosting: {
      services,
      httpPlugins: [
        ...chosen.httpPlugins,
        deadLetterRoutes(connectors.flatMap(({ connector }) => connector.deadLetters ?? [])),
        keyRoutes(control.keys),
        maintenanceRoutes(stores.embedded),
        unknownAdminPaths,
      ],
      ...control.checks,
      connectors: connectors.map(({ connector }) => connector),
      unhosted: stores.busIsShared ? [] : unhosted,
      ports: stores.ports,
      flowModel: flowChatModel,
      environment,
      http: null,
      grpc: null,
      listening,
      log,
      relay: stores.relay,
      tenant: config.PULSAR_TENANT,
      sweepEveryMs: config.SWEEP_SECONDS * 1000,
      drainMs: config.DRAIN_SECONDS * 1000,
      tracing: traces?.tracing ?? null,
      signal,
    },
    stores,
    connectors,
    schemas,
    servers,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
