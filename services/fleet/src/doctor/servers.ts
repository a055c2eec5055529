import { existsSync } from 'node:fs';
import type { Clock } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { dataFile } from '@agent-mem/runtime/data-directory';
import { EarlierData } from '@agent-mem/sqlite/file';
import {
  type AdapterContext,
  busAdapterFor,
  detailsAdapterFor,
  graphAdapterFor,
  keyValueAdapterFor,
  searchIndexAdapterFor,
  withoutCredentials,
} from '../adapters/adapters.ts';
import { embeddedDirectory, embeddedFiles } from '../adapters/embedded-files.ts';
import type { FleetConfig } from '../config.ts';
import { type Finding, fail, ok, sentenceOf } from './finding.ts';
import { remedyForBroker, remedyForFile, remedyForServer } from './remedies.ts';

/** What answers whether it can be used. */
interface Checked {
  check(): Promise<void>;
  [Symbol.asyncDispose]?(): PromiseLike<void>;
}

/** The four stores and the broker, each asked once. Data is opened only where it is, and stays of its version: nothing is made. */
export async function* serverFindings(
  config: FleetConfig,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Logger; readonly signal: AbortSignal },
): AsyncIterable<Finding> {
  await using files = embeddedFiles({ dataDirectory: config.DATA_DIR, clock, keepsVersion: true });
  const context = { clock, files, config, log, reconnected: () => {} };
  const stores = [
    ['graph', 'GRAPH', async (url: string) => (await (await graphAdapterFor(url)).openGraph(url, context)).graph],
    ['search index', 'SEARCH', async (url: string) => (await searchIndexAdapterFor(url)).openSearchIndex(url, context)],
    ['key-value store', 'KEYVALUE', async (url: string) => (await keyValueAdapterFor(url)).openKeyValue(url, context)],
    ['details', 'DETAILS', async (url: string) => (await detailsAdapterFor(url)).openDetails(url, context)],
  ] as const;
  for (const [what, port, open] of stores) {
    const variable = `${port}_URL` as const;
    yield await storeFinding(what, config[variable], { open, config, remedy: remedyForServer(port) });
  }
  yield await brokerFinding(context, signal);
}

async function storeFinding(
  what: string,
  url: string,
  { open, config, remedy }: { open(url: string): Promise<Checked>; readonly config: FleetConfig; readonly remedy: string },
): Promise<Finding> {
  if (url.startsWith('memory:')) return ok(what, 'in memory: it ends with its process');
  const isEmbedded = url.startsWith('sqlite:');
  const directory = isEmbedded ? embeddedDirectory(url, config.DATA_DIR) : '';
  if (isEmbedded && !existsSync(dataFile(directory))) return ok(what, `no data in ${directory} yet: the first start makes it`);
  try {
    const store = await open(url);
    try {
      await store.check();
    } finally {
      await store[Symbol.asyncDispose]?.();
    }
    return ok(what, isEmbedded ? dataFile(directory) : `${withoutCredentials(url)} answers`);
  } catch (error) {
    if (error instanceof EarlierData) return ok(what, error.message);
    return fail(what, sentenceOf(error), isEmbedded ? remedyForFile(error) : remedy);
  }
}

async function brokerFinding(context: AdapterContext, signal: AbortSignal): Promise<Finding> {
  const { BUS_URL: url } = context.config;
  try {
    const adapter = await busAdapterFor(url);
    if (!adapter.reachBus) return ok('broker', 'none is needed: the bus is in this process');
    await adapter.reachBus(url, context, signal);
    return ok('broker', `${withoutCredentials(url)} answers`);
  } catch (error) {
    return fail('broker', sentenceOf(error), remedyForBroker(error));
  }
}
