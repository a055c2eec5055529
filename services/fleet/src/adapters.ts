import type { Clock } from '@agent-mem/contract';
import type { Bus } from '@agent-mem/messaging';
import type { Logger, Ports } from '@agent-mem/service-kit';
import type { FleetConfig } from './config.ts';
import type { EmbeddedFiles } from './embedded-files.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { pulsarAdapter } from './pulsar-adapter.ts';
import { pulsarWebSocketAdapter } from './pulsar-websocket-adapter.ts';
import { UsedWrongly } from './refusal.ts';
import { sqliteAdapter } from './sqlite-adapter.ts';

/** What adapters are opened with. */
export interface Surroundings {
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
  bus(url: string, surroundings: Surroundings): Promise<Bus>;
}

/** Opens ports behind URLs of one scheme. */
export interface Adapter extends BusAdapter {
  /** `publishes`: committing also publishes the events; otherwise a relay must. */
  graph(url: string, surroundings: Surroundings): Promise<{ readonly graph: Ports['graph']; readonly publishes: boolean }>;
  searchIndex(url: string, surroundings: Surroundings): Promise<Ports['searchIndex']>;
  keyValue(url: string, surroundings: Surroundings): Promise<Ports['keyValue']>;
  details(url: string, surroundings: Surroundings): Promise<Ports['details']>;
}

/** The adapters by the scheme of their URLs. */
const adapters: ReadonlyMap<string, Adapter> = new Map([
  ['memory', memoryAdapter],
  ['sqlite', sqliteAdapter],
]);

const busAdapters: ReadonlyMap<string, BusAdapter> = new Map<string, BusAdapter>([
  ...adapters,
  ['ws', pulsarWebSocketAdapter],
  ['wss', pulsarWebSocketAdapter],
  ['pulsar', pulsarAdapter],
  ['pulsar+ssl', pulsarAdapter],
]);

/** The adapter for the URL of the bus. Throws `UsedWrongly` with the schemes there are. */
export function busAdapterFor(url: string): BusAdapter {
  return byScheme('BUS_URL', url, busAdapters);
}

/** The adapter for the URL in this variable. Throws `UsedWrongly` with the variable's name and the schemes there are. */
export function adapterFor(variable: string, url: string): Adapter {
  return byScheme(variable, url, adapters);
}

function byScheme<Known>(variable: string, url: string, known: ReadonlyMap<string, Known>): Known {
  const adapter = known.get(url.slice(0, Math.max(0, url.indexOf(':'))));
  if (adapter) return adapter;
  const accepted = [...known.keys()].map((scheme) => `${scheme}:`).join(' or ');
  throw new UsedWrongly(`${variable} must start with ${accepted}, got "${withoutCredentials(url)}"`);
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@');
}
