import { openMemory as openHere } from '@agent-mem/server';
import { startFleet } from '@agent-mem/testing';
import { type FleetOptions, type Memory, type MemoryScope, openMemory } from '../src/index.ts';

/** What a test opens memory with. */
export interface Opening extends MemoryScope {
  /** Variables of the services by name. */
  readonly environment?: Readonly<Record<string, string>>;
}

const stores = Object.fromEntries(['BUS', 'GRAPH', 'SEARCH', 'KEYVALUE', 'DETAILS'].map((name) => [`${name}_URL`, 'memory:']));

/** The two ways to memory, by what a test calls them: both are the same interface. */
export const ways: readonly (readonly [string, (opening?: Opening) => Promise<Memory>])[] = [
  [
    'in this process',
    ({ environment, ...scope } = {}) => openHere({ environment: { ...stores, LOG_LEVEL: 'silent', ...environment }, ...scope }),
  ],
  ['over HTTP', ({ environment, ...scope } = {}) => openToFleet(scope, environment)],
];

/** Memory to a fleet of its own, which listens and ends with it. */
export async function openToFleet(
  options: Partial<FleetOptions>,
  environment?: Readonly<Record<string, string>>,
): Promise<Memory> {
  await using stack = new AsyncDisposableStack();
  const fleet = stack.use(await startFleet({ http: true, environment }));
  const memory = stack.use(await openMemory({ url: fleet.httpUrl, ...options }));
  const running = stack.move();
  return { ...memory, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
