import type { Bus, Topics } from '@agent-mem/messaging';
import type { Ports } from './ports.ts';

/*
 * How a process opens the adapters of the ports by their URLs. The module of a vendor is an adapter of each port that it has.
 * `Context` is what an adapter needs beside the URL.
 */

/** Opens a bus behind URLs of some schemes. */
export interface BusAdapter<Context> {
  /** Other processes are on the bus too. */
  readonly busIsShared: boolean;
  /** How long a broker may keep what was published to it, in milliseconds. Absent: what is done with is gone. */
  readonly retentionMs?: number;
  openBus(url: string, context: Context): Promise<Bus>;
  /**
   * Asks the broker once whether it is there and accepts this process. Rejects with an `OperationError`, retryable where the broker cannot be reached yet.
   * Absent: there is no broker.
   */
  reachBus?(url: string, context: Context, signal: AbortSignal): Promise<void>;
}

/** Opens plain topics behind URLs of some schemes. */
export interface TopicsAdapter<Context> {
  openTopics(url: string, context: Context): Promise<Topics>;
  /** As `BusAdapter.reachBus`, with a producer of this topic. */
  reachTopic(url: string, context: Context, topic: string, signal: AbortSignal): Promise<void>;
}

/** A store that is open. Where it holds connections, disposing closes them. */
export type OpenStore<Store> = Store & Partial<AsyncDisposable>;

/** A graph that is open. */
export interface OpenGraph {
  readonly graph: OpenStore<Ports['graph']>;
  /** Committing also publishes the events; otherwise a relay must. */
  readonly publishes: boolean;
}

/** Opens graphs behind URLs of some schemes. */
export interface GraphAdapter<Context> {
  openGraph(url: string, context: Context): Promise<OpenGraph>;
}

/** Opens search indexes behind URLs of some schemes. */
export interface SearchIndexAdapter<Context> {
  openSearchIndex(url: string, context: Context): Promise<OpenStore<Ports['searchIndex']>>;
}

/** Opens key-value stores behind URLs of some schemes. */
export interface KeyValueAdapter<Context> {
  openKeyValue(url: string, context: Context): Promise<OpenStore<Ports['keyValue']>>;
}

/** Opens stores of details behind URLs of some schemes. */
export interface DetailsAdapter<Context> {
  openDetails(url: string, context: Context): Promise<OpenStore<Ports['details']>>;
}
