import { DirectoryInUse, readOwner } from '@agent-mem/sqlite/file';
import { refuseWithoutData } from '../adapters/embedded-files.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { openFleet } from '../fleet.ts';
import { startLogger } from '../log.ts';
import { ownerOf, ownerOfTaken, withNothingToClose } from '../owner.ts';
import { StartFailed } from '../refusal.ts';
import { serviceNames } from '../services.ts';
import { attachedClient } from './attached.ts';
import type { MemoryClient } from './memory-client.ts';

/**
 * The services of the process that owns the data, else those opened here, on no port, until disposed. Disposing finishes what is being learned.
 *
 * @param mayMake a data directory where none was. Default false: a question must not leave something.
 */
export async function openMemoryClient(
  environment: Terminal['environment'],
  { mayMake = false }: { readonly mayMake?: boolean } = {},
): Promise<MemoryClient & AsyncDisposable> {
  const config = programConfig(environment);
  const owner = ownerOf(await readOwner(config.DATA_DIR));
  if (owner) return withNothingToClose(attachedClient(owner));
  if ([config.GRAPH_URL, config.BUS_URL].some((url) => url.startsWith('memory:')))
    throw new StartFailed('What is on memory: ends with its process, and none runs on DATA_DIR');
  if (!mayMake && config.GRAPH_URL.startsWith('sqlite:')) refuseWithoutData(config.GRAPH_URL, config.DATA_DIR, 'DATA_DIR');
  try {
    const log = startLogger(environment, 'warn');
    const serve = { http: false, grpc: false };
    const fleet = await openFleet({ services: serviceNames, environment, log, serve });
    return { call: fleet.host.caller.call.bind(fleet.host.caller), [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose]() };
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return withNothingToClose(attachedClient(ownerOfTaken(error)));
  }
}
