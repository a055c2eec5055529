import type { Clock } from '@agent-mem/contract';
import type { ChatModel, Embedder, Reranker } from '@agent-mem/llm';
import { defaultSettingsOf } from '@agent-mem/policy';
import { analysisOf } from '@agent-mem/recall';
import type { OpenStore } from '@agent-mem/runtime';
import type { HostPorts } from '@agent-mem/service-kit';
import type { FileReport } from '@agent-mem/sqlite/file';
import type { FleetConfig } from '../config.ts';
import type { EmbeddedData } from '../maintenance/embedded-data.ts';
import {
  type AdapterContext,
  busAdapterFor,
  detailsAdapterFor,
  graphAdapterFor,
  keyValueAdapterFor,
  searchIndexAdapterFor,
} from './adapters.ts';
import { copyWithBodies, withPersistence } from './conversation-files.ts';
import { embeddedFiles } from './embedded-files.ts';
import { misuse } from './misuse.ts';
import { openChatModel, openEmbedder, openPreviousEmbedder, openReranker, openSummaryModel } from './models.ts';

/** The ports a configuration asks for, open. Disposing closes them, the embedded file last. */
export interface OpenPorts extends AsyncDisposable {
  readonly ports: HostPorts;
  /** Committed events wait in the graph's outbox and must be relayed to the bus. */
  readonly relay: boolean;
  /** Other processes are on the bus. */
  readonly busIsShared: boolean;
  /** Data directories this process owns. */
  readonly directories: readonly string[];
  readonly embedded: EmbeddedData;
  /** Asks the bus's broker once, as `BusAdapter.reachBus`; on a bus without one it resolves. */
  reachBus(signal: AbortSignal): Promise<void>;
  /** The stores that are servers, by what readiness calls them. */
  readonly remoteStores: Readonly<Record<string, Pick<HostPorts['graph'], 'check'>>>;
  /** Tells those who find a directory taken where its owner answers, and what it knows them by. */
  announce(address: string, key: string): void;
}

/** Opens every port that is not given; no server is asked yet. Throws `UsedWrongly` for a URL that no adapter takes, `DirectoryInUse` for data that is taken. */
export async function openPorts(
  config: FleetConfig,
  options: Pick<AdapterContext, 'log' | 'reconnected'> & {
    readonly clock: Clock;
    readonly chatModel?: ChatModel;
    readonly embedder?: Embedder;
    readonly previousEmbedder?: Embedder;
    readonly reranker?: Reranker;
    /** Goes on without data files that their directories knew. Default false. */
    readonly newData?: boolean;
  },
): Promise<OpenPorts> {
  const { clock, log, reconnected } = options;
  await using stack = new AsyncDisposableStack();
  const chatModel = options.chatModel ?? (await openChatModel(config));
  const summaryModel = options.chatModel ?? (await openSummaryModel(config, chatModel));
  // Looked up before anything is opened: a wrong URL touches no data.
  const busAdapter = await busAdapterFor(config.BUS_URL);
  const graphAdapter = await graphAdapterFor(config.GRAPH_URL);
  const searchAdapter = await searchIndexAdapterFor(config.SEARCH_URL);
  const keyValueAdapter = await keyValueAdapterFor(config.KEYVALUE_URL);
  const detailsAdapter = await detailsAdapterFor(config.DETAILS_URL);
  const { newData = false } = options;
  const report = reportTo(log);
  const files = stack.use(embeddedFiles({ dataDirectory: config.DATA_DIR, clock, report, newData }));
  const context = { clock, files, config, log, reconnected };
  // The bus comes first: a graph in the same file publishes through it.
  const bus = stack.use(await busAdapter.openBus(config.BUS_URL, context));
  const disposedLater = <Store extends object>(store: OpenStore<Store>): Store => {
    stack.defer(() => store[Symbol.asyncDispose]?.());
    return store;
  };
  const { graph: bare, publishes } = await graphAdapter.openGraph(config.GRAPH_URL, context).catch(malformed('GRAPH'));
  const { busIsShared } = busAdapter;
  const graph = await withPersistence(disposedLater(bare), config, { busIsShared, directories: files.directories });
  const ports: HostPorts = {
    bus,
    graph,
    searchIndex: disposedLater(await searchAdapter.openSearchIndex(config.SEARCH_URL, context).catch(malformed('SEARCH'))),
    keyValue: disposedLater(await keyValueAdapter.openKeyValue(config.KEYVALUE_URL, context).catch(malformed('KEYVALUE'))),
    details: disposedLater(await detailsAdapter.openDetails(config.DETAILS_URL, context).catch(malformed('DETAILS'))),
    chatModel,
    summaryModel,
    embedder: options.embedder ?? (await openEmbedder(config)),
    previousEmbedder: options.previousEmbedder ?? (await openPreviousEmbedder(config)),
    reranker: options.reranker ?? (await openReranker(config)),
    analysis: analysisOf(config),
    defaultSettings: defaultSettingsOf(config),
    clock,
    brokerRetentionMs: busAdapter.retentionMs ?? null,
  };
  const withBodies = (copyTo: NonNullable<EmbeddedData['copyTo']>) =>
    graph === bare ? copyTo : copyWithBodies(copyTo, graph, clock);
  const opened = stack.move();
  const stores = [
    ['graph', config.GRAPH_URL, ports.graph],
    ['search index', config.SEARCH_URL, ports.searchIndex],
    ['key-value store', config.KEYVALUE_URL, ports.keyValue],
    ['details', config.DETAILS_URL, ports.details],
  ] as const;
  return {
    ports,
    relay: !publishes,
    busIsShared,
    directories: files.directories,
    embedded: {
      copyTo: config.GRAPH_URL.startsWith('sqlite:')
        ? withBodies(async (path) => (await import('@agent-mem/sqlite')).copyFile(config.GRAPH_URL, files, path))
        : null,
      damage: () => files.damage(),
    },
    reachBus: async (signal) => busAdapter.reachBus?.(config.BUS_URL, context, signal),
    remoteStores: Object.fromEntries(
      stores.flatMap(([name, url, store]) => (/^(sqlite|memory):/.test(url) ? [] : [[name, store]])),
    ),
    announce: (address, key) => files.announce(address, key),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** What a store finds malformed in its options stops the start. */
function malformed(port: 'GRAPH' | 'SEARCH' | 'KEYVALUE' | 'DETAILS'): (error: unknown) => never {
  return misuse(`${port}_URL and what belongs to it: `);
}

/** What is wrong with an embedded file is an error in the log, once, and that it is over a line of its own. */
function reportTo(log: AdapterContext['log']): (report: FileReport) => void {
  return ({ isOver, sentence }) => (isOver ? log.warn({}, sentence) : log.error({}, sentence));
}
