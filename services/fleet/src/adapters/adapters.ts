import type { Clock } from '@agent-mem/contract';
import type { TopicsContext } from '@agent-mem/pulsar';
import type {
  BusAdapter,
  DetailsAdapter,
  GraphAdapter,
  KeyValueAdapter,
  Logger,
  SearchIndexAdapter,
  TopicsAdapter,
} from '@agent-mem/runtime';
import type { FleetConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import type { EmbeddedFiles } from './embedded-files.ts';

/** What adapters are opened with. */
export interface AdapterContext {
  readonly clock: Clock;
  readonly files: EmbeddedFiles;
  readonly config: FleetConfig;
  readonly log: Logger;
  /** Called when a connection is there again that was lost. */
  readonly reconnected: () => void;
}

/** The adapters of a port by the scheme of their URLs, each loaded when a URL names it. */
type Adapters<Adapter> = ReadonlyMap<string, () => Promise<Adapter>>;

const memory = () => import('./memory.ts');
const sqlite = () => import('@agent-mem/sqlite');
const neo4j = () => import('@agent-mem/neo4j');
const qdrant = () => import('@agent-mem/qdrant');
const redis = () => import('@agent-mem/redis');
const postgres = () => import('@agent-mem/postgres');
const pulsar = () => import('@agent-mem/pulsar/native');
const pulsarWebSocket = () => import('@agent-mem/pulsar/websocket');

const graphAdapters: Adapters<GraphAdapter<AdapterContext>> = new Map<string, () => Promise<GraphAdapter<AdapterContext>>>([
  ['memory', memory],
  ['sqlite', sqlite],
  ['neo4j', neo4j],
  ['neo4j+s', neo4j],
  ['neo4j+ssc', neo4j],
  ['bolt', neo4j],
  ['bolt+s', neo4j],
  ['bolt+ssc', neo4j],
]);

const searchIndexAdapters: Adapters<SearchIndexAdapter<AdapterContext>> = new Map<
  string,
  () => Promise<SearchIndexAdapter<AdapterContext>>
>([
  ['memory', memory],
  ['sqlite', sqlite],
  ['qdrant+http', qdrant],
  ['qdrant+https', qdrant],
]);

const keyValueAdapters: Adapters<KeyValueAdapter<AdapterContext>> = new Map<
  string,
  () => Promise<KeyValueAdapter<AdapterContext>>
>([
  ['memory', memory],
  ['sqlite', sqlite],
  ['redis', redis],
  ['rediss', redis],
]);

const detailsAdapters: Adapters<DetailsAdapter<AdapterContext>> = new Map<string, () => Promise<DetailsAdapter<AdapterContext>>>([
  ['memory', memory],
  ['sqlite', sqlite],
  ['postgres', postgres],
  ['postgresql', postgres],
]);

const busAdapters: Adapters<BusAdapter<AdapterContext>> = new Map<string, () => Promise<BusAdapter<AdapterContext>>>([
  ['memory', memory],
  ['sqlite', sqlite],
  ['ws', pulsarWebSocket],
  ['wss', pulsarWebSocket],
  ['pulsar', pulsar],
  ['pulsar+ssl', pulsar],
]);

const topicsAdapters: Adapters<TopicsAdapter<TopicsContext>> = new Map<string, () => Promise<TopicsAdapter<TopicsContext>>>([
  ['ws', pulsarWebSocket],
  ['wss', pulsarWebSocket],
  ['pulsar', pulsar],
  ['pulsar+ssl', pulsar],
]);

/** The adapter for the URL of the bus. Rejects with `UsedWrongly` that names the schemes there are. */
export function busAdapterFor(url: string): Promise<BusAdapter<AdapterContext>> {
  return byScheme('BUS_URL', url, busAdapters);
}

/** The adapter for the URL of TrustGraph's broker. Rejects with `UsedWrongly` likewise. */
export function topicsAdapterFor(url: string): Promise<TopicsAdapter<TopicsContext>> {
  return byScheme('TRUSTGRAPH_PULSAR_URL', url, topicsAdapters);
}

/** The adapter for the URL of the graph. Rejects with `UsedWrongly` likewise. */
export function graphAdapterFor(url: string): Promise<GraphAdapter<AdapterContext>> {
  return byScheme('GRAPH_URL', url, graphAdapters);
}

/** The adapter for the URL of the search index. Rejects with `UsedWrongly` likewise. */
export function searchIndexAdapterFor(url: string): Promise<SearchIndexAdapter<AdapterContext>> {
  return byScheme('SEARCH_URL', url, searchIndexAdapters);
}

/** The adapter for the URL of the key-value store. Rejects with `UsedWrongly` likewise. */
export function keyValueAdapterFor(url: string): Promise<KeyValueAdapter<AdapterContext>> {
  return byScheme('KEYVALUE_URL', url, keyValueAdapters);
}

/** The adapter for the URL of the details. Rejects with `UsedWrongly` likewise. */
export function detailsAdapterFor(url: string): Promise<DetailsAdapter<AdapterContext>> {
  return byScheme('DETAILS_URL', url, detailsAdapters);
}

async function byScheme<Adapter>(variable: string, url: string, adapters: Adapters<Adapter>): Promise<Adapter> {
  const load = adapters.get(url.slice(0, Math.max(0, url.indexOf(':'))));
  if (load) return await load();
  const accepted = [...adapters.keys()].map((scheme) => `${scheme}:`).join(' or ');
  throw new UsedWrongly(`${variable} must start with ${accepted}, got "${withoutCredentials(url)}"`);
}

/** An address without its user and password, as it may be shown. */
export function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@');
}
