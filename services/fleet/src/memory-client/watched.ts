import { readOwner } from '@agent-mem/sqlite/file';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { ownerOf } from '../owner.ts';
import { attachedClient } from './attached.ts';
import type { MemoryClient } from './memory-client.ts';
import { openMemoryClient } from './open.ts';

/** A client for what goes on for long. */
export interface WatchedClient extends AsyncDisposable {
  /** The services to ask now; `null` while no process owns the data. */
  current(): Promise<MemoryClient | null>;
}

/**
 * Follows the process that owns the data, whichever it is from time to time. Data in an embedded file is never opened here: nobody else could store anything
 * meanwhile. Stores on servers are opened where no process runs on DATA_DIR, since others write to them.
 */
export async function watchedClient(environment: Terminal['environment']): Promise<WatchedClient> {
  const config = programConfig(environment);
  const isEmbedded = [config.GRAPH_URL, config.BUS_URL, config.SEARCH_URL, config.KEYVALUE_URL, config.DETAILS_URL].some((url) =>
    /^(sqlite|memory):/.test(url),
  );
  const owned = async () => {
    const owner = ownerOf(await readOwner(config.DATA_DIR));
    return owner && attachedClient(owner);
  };
  if (isEmbedded || (await owned())) return { current: owned, async [Symbol.asyncDispose]() {} };
  const client = await openMemoryClient(environment);
  return { current: async () => client, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() };
}
