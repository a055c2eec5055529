import type { Clock } from '@agent-mem/contract';
import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import type { Caller, Topics } from '@agent-mem/messaging';
import type { Logger } from '@agent-mem/runtime';
import type { HostPorts } from '@agent-mem/service-kit';
import { patience, patientCaller } from './patience.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** What to start, and on what; left out: everything, in memory. */
export interface TestFleetOptions {
  /** Default: all. */
  readonly services?: readonly string[];
  /** What bus and stores are made of. Default: memory. */
  readonly bus?: 'memory' | 'sqlite';
  /** Of `sqlite`. Default: one of its own that goes away with the fleet. */
  readonly directory?: string;
  /** Default: the local rules. */
  readonly chatModel?: ChatModel;
  /** Default: the static table. */
  readonly embedder?: Embedder;
  /** Default: none. */
  readonly previousEmbedder?: Embedder;
  /** Default: none. */
  readonly reranker?: Reranker;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Of TrustGraph's broker, for the flows of the processor `agent-mem`. Default: in no flow of TrustGraph's. */
  readonly trustgraphTopics?: Topics;
  /** Default: one that writes nothing below LOG_LEVEL of `environment`, which is `silent`. */
  readonly log?: Logger;
  /** Variables by name. The process's own are not seen. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Listen on a free port of 127.0.0.1. Default: no. */
  readonly http?: boolean;
  readonly grpc?: boolean;
}

/** A fleet in this process. Disposing stops it and closes its ports. */
export interface TestFleet extends AsyncDisposable {
  readonly caller: Caller;
  readonly ports: HostPorts;
  /** `http://127.0.0.1:port`; throws if it was started without `http`. */
  readonly httpUrl: string;
  /** Where administrators ask; throws if it was started without `http`. */
  readonly adminUrl: string;
  /** `127.0.0.1:port`; throws if it was started without `grpc`. */
  readonly grpcUrl: string;
  /** Resolves when every message is handled and every event has had its effects. */
  settled(): Promise<void>;
}

/** Starts services as the program does, with nothing outside this process. */
export async function startFleet(options: TestFleetOptions = {}): Promise<TestFleet> {
  // Loaded here: most tests that want a clock want no fleet.
  const [{ openFleet }, { createLogger }] = await Promise.all([import('@agent-mem/fleet'), import('@agent-mem/runtime')]);
  await using stack = new AsyncDisposableStack();
  const directory = options.directory ?? (options.bus === 'sqlite' ? stack.use(await temporaryDirectory()).path : '');
  const url = options.bus === 'sqlite' ? 'sqlite:' : 'memory:';
  const urls = { BUS_URL: url, GRAPH_URL: url, SEARCH_URL: url, KEYVALUE_URL: url, DETAILS_URL: url };
  const processor = options.trustgraphTopics && { TRUSTGRAPH_ID: 'agent-mem' };
  const fleet = stack.use(
    await openFleet({
      services: options.services ?? [],
      environment: {
        HTTP_PORT: '0',
        GRPC_PORT: '0',
        DATA_DIR: directory,
        ...patience,
        ...urls,
        ...processor,
        ...options.environment,
      },
      log: options.log ?? createLogger({ level: options.environment?.LOG_LEVEL ?? 'silent' }),
      serve: { http: options.http ?? false, grpc: options.grpc ?? false },
      clock: options.clock,
      chatModel: options.chatModel,
      embedder: options.embedder,
      previousEmbedder: options.previousEmbedder,
      reranker: options.reranker,
      topics: options.trustgraphTopics,
    }),
  );
  const running = stack.move();
  return {
    // A clock that is turned is late for nobody.
    caller: options.clock ? fleet.host.caller : patientCaller(fleet.host.caller),
    ports: fleet.ports,
    get httpUrl() {
      return served(fleet.httpUrl, 'http');
    },
    get adminUrl() {
      return served(fleet.adminUrl, 'http');
    },
    get grpcUrl() {
      return served(fleet.grpcUrl, 'grpc');
    },
    settled: () => fleet.host.settled(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function served(url: string | null, option: string): string {
  if (url === null) throw new Error(`Start the fleet with { ${option}: true }`);
  return url;
}
