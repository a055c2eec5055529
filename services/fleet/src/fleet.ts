import { type Clock, OperationError, systemClock } from '@agent-mem/contract';
import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import { type Host, host, type Logger, type Ports, readConfig, type TrustGraphPlace } from '@agent-mem/service-kit';
import { type FleetConfig, variables } from './config.ts';
import { deadLetterDoor } from './dead-letter-door.ts';
import { maintenanceDoor } from './maintenance/door.ts';
import { openPorts } from './ports.ts';
import { StartFailed, UsedWrongly } from './refusal.ts';
import { absentServices, type Crew, crewOf } from './services.ts';
import { schemaKeeper } from './start-schemas.ts';
import { startTracing } from './tracing.ts';

export interface FleetOptions {
  /** Names of services and doors; none: all. */
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
  readonly trustgraph?: TrustGraphPlace;
}

/** Services running in this process. Disposing takes no more work, finishes what runs, and closes everything. */
export interface Fleet extends AsyncDisposable {
  readonly crew: Crew;
  readonly config: FleetConfig;
  readonly ports: Ports;
  readonly host: Host;
  /** Other processes are on the bus. */
  readonly busIsShared: boolean;
  /** `http://127.0.0.1:8700`; `null` when it is not served. */
  readonly httpUrl: string | null;
  /** `127.0.0.1:8701` */
  readonly grpcUrl: string | null;
  /** Data directories this process owns. */
  readonly directories: readonly string[];
}

/** Starts services. Throws `UsedWrongly`, `StartFailed` or `DirectoryInUse`; nothing stays open then. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { environment, log, clock = systemClock } = options;
  const crew = await crewOf(options.services);
  const config = checkedConfig(crew, environment);
  await using stack = new AsyncDisposableStack();
  const stopped = new AbortController();
  stack.defer(() => stopped.abort());
  const schemas = schemaKeeper(config, crew, { clock, log, signal: stopped.signal });
  const { chatModel, embedder, previousEmbedder, reranker, trustgraph } = options;
  const given = { chatModel, embedder, previousEmbedder, reranker, trustgraph };
  const names = [...crew.services, ...crew.doors].map(({ name }) => name);
  const traces = stack.use(await startTracing(config, { names, log }));
  const opened = stack.use(await openPorts(config, { clock, log, reconnected: schemas.again, ...given }));
  await schemas.start();
  const running = stack.use(
    await host({
      services: [...crew.services],
      doors: [...crew.doors, deadLetterDoor, maintenanceDoor(opened.embeddedCopy)],
      unhosted: opened.busIsShared ? [] : absentServices(crew),
      ports: opened.ports,
      environment,
      http: options.serve?.http === false ? null : { host: config.HOST, port: config.HTTP_PORT },
      grpc: options.serve?.grpc === false ? null : { host: config.HOST, port: config.GRPC_PORT },
      log,
      relay: opened.relay,
      tenant: config.PULSAR_TENANT,
      sweepEveryMs: config.SWEEP_SECONDS * 1000,
      tracing: traces?.tracing ?? null,
    }).catch((error: unknown) => {
      throw cannotListen(error, config) ?? unusable(error) ?? error;
    }),
  );
  const httpUrl = running.httpAddress && `http://${reachable(running.httpAddress)}`;
  if (httpUrl) opened.announce(httpUrl);
  const open = stack.move();
  return {
    crew,
    config,
    ports: opened.ports,
    host: running,
    busIsShared: opened.busIsShared,
    httpUrl,
    grpcUrl: running.grpcAddress && reachable(running.grpcAddress),
    directories: opened.directories,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Reads every variable of the crew, so that a malformed one stops the start before anything is opened. */
function checkedConfig(crew: Crew, environment: FleetOptions['environment']): FleetConfig {
  try {
    for (const { variables } of [...crew.services, ...crew.doors]) readConfig(variables, environment);
    return readConfig(variables, environment);
  } catch (error) {
    throw new UsedWrongly((error as Error).message);
  }
}

/** An address to connect to: who listens everywhere is reached on this machine. */
function reachable({ host, port }: { readonly host: string; readonly port: number }): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** A service found the content behind one of its variables malformed. */
function unusable(error: unknown): UsedWrongly | null {
  return error instanceof OperationError && error.type === 'invalid-argument' ? new UsedWrongly(error.message) : null;
}

/** Why an address could not be listened on; `null` for any other error. */
function cannotListen(error: unknown, config: FleetConfig): StartFailed | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  const port = 'port' in error ? Number(error.port) : null;
  const variable = `${port === config.GRPC_PORT ? 'GRPC_PORT' : 'HTTP_PORT'} ${port ?? ''}`;
  const failed = (sentence: string) => new StartFailed(sentence, { cause: error });
  switch (error.code) {
    case 'EADDRINUSE':
      return failed(`${variable} is taken on ${config.HOST} (set another, or 0 for any free one)`);
    case 'EACCES':
      return failed(`${variable} may not be listened on by this user (set one above 1023, or 0 for any free one)`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed(
        `HOST ${config.HOST} is no address of this machine (set another; 127.0.0.1 is reached from this machine only)`,
      );
    default:
      return null;
  }
}
