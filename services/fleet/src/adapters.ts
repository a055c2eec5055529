import type { Clock } from '@agent-mem/contract';
import type { Bus } from '@agent-mem/messaging';
import type { Ports } from '@agent-mem/service-kit';
import type { EmbeddedFiles } from './embedded-files.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { UsedWrongly } from './refusal.ts';
import { sqliteAdapter } from './sqlite-adapter.ts';

/** What adapters are opened with. */
export interface Surroundings {
  readonly clock: Clock;
  readonly files: EmbeddedFiles;
}

/** Opens ports behind URLs of one scheme. */
export interface Adapter {
  bus(url: string, surroundings: Surroundings): Promise<Bus>;
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

/** The adapter for the URL in this variable. Throws `UsedWrongly` with the variable's name and the schemes there are. */
export function adapterFor(variable: string, url: string): Adapter {
  const scheme = url.slice(0, Math.max(0, url.indexOf(':')));
  const adapter = adapters.get(scheme);
  if (adapter) return adapter;
  const accepted = [...adapters.keys()].map((known) => `${known}:`);
  throw new UsedWrongly(`${variable} must start with ${accepted.join(' or ')}, got "${withoutCredentials(url)}"`);
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@');
}
