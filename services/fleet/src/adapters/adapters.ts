import type { Clock } from '@agent-mem/contract';
import type { Bus, Topics } from '@agent-mem/messaging';
import type { TlsFiles, Token } from '@agent-mem/pulsar';
import type { Logger, Ports } from '@agent-mem/runtime';
import type { FleetConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import type { EmbeddedFiles } from './embedded-files.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { neo4jAdapter } from './neo4j-adapter.ts';
import { postgresAdapter } from './postgres-adapter.ts';
import { pulsarAdapter } from './pulsar-adapter.ts';
import { pulsarWebSocketAdapter } from './pulsar-websocket-adapter.ts';
import { qdrantAdapter } from './qdrant-adapter.ts';
import { redisAdapter } from './redis-adapter.ts';
import { sqliteAdapter } from './sqlite-adapter.ts';

/** What adapters are opened with. */
export interface AdapterContext {
  readonly clock: Clock;
  readonly files: EmbeddedFiles;
  readonly config: FleetConfig;
  readonly log: Logger;
  /** Called when a connection is there again that was lost. */
  readonly reconnected: () => void;
}

/** Opens a bus behind URLs of one scheme. */
export interface BusAdapter {
  /** Other processes are on it too. */
  readonly shared: boolean;
  /** How long a broker may keep what was published to it, in milliseconds. Absent: what is done with is gone. */
  readonly retentionMs?: number;
  bus(url: string, context: AdapterContext): Promise<Bus>;
  /**
   * Asks the broker once whether it is there and takes us. Rejects with an `OperationError`: one that is retryable where it cannot be reached yet, else a refusal.
   * Absent: there is no broker.
   */
  reach?(url: string, context: Pick<AdapterContext, 'clock' | 'config' | 'log'>, signal: AbortSignal): Promise<void>;
}

/** How another system's broker is asked. */
export interface TopicsAccess extends Pick<AdapterContext, 'clock' | 'log'> {
  readonly token: Token;
  /** Which of the addresses that the broker advertises is for us; empty: the one for all. */
  readonly listener: string;
  readonly tls: TlsFiles;
}

/** Opens plain topics behind URLs of one scheme. */
export interface TopicsAdapter {
  topics(url: string, access: TopicsAccess): Promise<Topics>;
  /** As `BusAdapter.reach`, with a producer of this topic. */
  reachTopic(url: string, access: TopicsAccess, topic: string, signal: AbortSignal): Promise<void>;
}

/** A store that is open. Where it holds connections, disposing closes them. */
export type OpenStore<Store> = Store & Partial<AsyncDisposable>;

/** Opens graphs behind URLs of one scheme. */
export interface GraphAdapter {
  /** `publishes`: committing also publishes the events; otherwise a relay must. */
  graph(
    url: string,
    context: AdapterContext,
  ): Promise<{ readonly graph: OpenStore<Ports['graph']>; readonly publishes: boolean }>;
}

/** Opens search indexes behind URLs of one scheme. */
export interface SearchIndexAdapter {
  searchIndex(url: string, context: AdapterContext): Promise<OpenStore<Ports['searchIndex']>>;
}

/** Opens key-value stores behind URLs of one scheme. */
export interface KeyValueAdapter {
  keyValue(url: string, context: AdapterContext): Promise<OpenStore<Ports['keyValue']>>;
}

/** Opens stores of details behind URLs of one scheme. */
export interface DetailsAdapter {
  details(url: string, context: AdapterContext): Promise<OpenStore<Ports['details']>>;
}

/** The adapters of each port by the scheme of their URLs. */
const graphAdapters: ReadonlyMap<string, GraphAdapter> = new Map<string, GraphAdapter>([
  ['memory', memoryAdapter],
  ['sqlite', sqliteAdapter],
  ['neo4j', neo4jAdapter],
  ['neo4j+s', neo4jAdapter],
  ['neo4j+ssc', neo4jAdapter],
  ['bolt', neo4jAdapter],
  ['bolt+s', neo4jAdapter],
  ['bolt+ssc', neo4jAdapter],
]);

const searchIndexAdapters: ReadonlyMap<string, SearchIndexAdapter> = new Map<string, SearchIndexAdapter>([
  ['memory', memoryAdapter],
  ['sqlite', sqliteAdapter],
  ['qdrant+http', qdrantAdapter],
  ['qdrant+https', qdrantAdapter],
]);

const keyValueAdapters: ReadonlyMap<string, KeyValueAdapter> = new Map<string, KeyValueAdapter>([
  ['memory', memoryAdapter],
  ['sqlite', sqliteAdapter],
  ['redis', redisAdapter],
  ['rediss', redisAdapter],
]);

const detailsAdapters: ReadonlyMap<string, DetailsAdapter> = new Map<string, DetailsAdapter>([
  ['memory', memoryAdapter],
  ['sqlite', sqliteAdapter],
  ['postgres', postgresAdapter],
  ['postgresql', postgresAdapter],
]);

const busAdapters: ReadonlyMap<string, BusAdapter> = new Map<string, BusAdapter>([
  ['memory', memoryAdapter],
  ['sqlite', sqliteAdapter],
  ['ws', pulsarWebSocketAdapter],
  ['wss', pulsarWebSocketAdapter],
  ['pulsar', pulsarAdapter],
  ['pulsar+ssl', pulsarAdapter],
]);

const topicsAdapters: ReadonlyMap<string, TopicsAdapter> = new Map<string, TopicsAdapter>([
  ['ws', pulsarWebSocketAdapter],
  ['wss', pulsarWebSocketAdapter],
  ['pulsar', pulsarAdapter],
  ['pulsar+ssl', pulsarAdapter],
]);

/** The adapter for the URL of the bus. Throws `UsedWrongly` with the schemes there are. */
export function busAdapterFor(url: string): BusAdapter {
  return byScheme('BUS_URL', url, busAdapters);
}

/** The adapter for the URL of TrustGraph's broker. Throws `UsedWrongly` likewise. */
export function topicsAdapterFor(url: string): TopicsAdapter {
  return byScheme('TRUSTGRAPH_PULSAR_URL', url, topicsAdapters);
}

/** The adapter for the URL of the graph. Throws `UsedWrongly` likewise. */
export function graphAdapterFor(url: string): GraphAdapter {
  return byScheme('GRAPH_URL', url, graphAdapters);
}

/** The adapter for the URL of the search index. Throws `UsedWrongly` likewise. */
export function searchIndexAdapterFor(url: string): SearchIndexAdapter {
  return byScheme('SEARCH_URL', url, searchIndexAdapters);
}

/** The adapter for the URL of the key-value store. Throws `UsedWrongly` likewise. */
export function keyValueAdapterFor(url: string): KeyValueAdapter {
  return byScheme('KEYVALUE_URL', url, keyValueAdapters);
}

/** The adapter for the URL of the details. Throws `UsedWrongly` likewise. */
export function detailsAdapterFor(url: string): DetailsAdapter {
  return byScheme('DETAILS_URL', url, detailsAdapters);
}

function byScheme<Adapter>(variable: string, url: string, adapters: ReadonlyMap<string, Adapter>): Adapter {
  const adapter = adapters.get(url.slice(0, Math.max(0, url.indexOf(':'))));
  if (adapter) return adapter;
  const accepted = [...adapters.keys()].map((scheme) => `${scheme}:`).join(' or ');
  throw new UsedWrongly(`${variable} must start with ${accepted}, got "${withoutCredentials(url)}"`);
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@');
}
