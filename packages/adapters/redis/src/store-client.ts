import type { Clock } from '@agent-mem/contract';
import { type Client, clientFor } from './connection.ts';
import { connectionOptions } from './connection-options.ts';
import type { RedisConfig } from './variables.ts';

/** Longest that a count is waited for, in milliseconds: a request waits behind it. */
const commandMs = 250;

/** A client for what counts in Redis by commands of its own. */
export interface StoreClient extends AsyncDisposable {
  readonly client: Client;
}

/** Connects in the background, and again where the connection is lost. Meanwhile its commands are rejected at once. */
export function openStoreClient(
  url: string,
  { clock, config }: { readonly clock: Clock; readonly config: RedisConfig },
): StoreClient {
  const { KEYVALUE_USER: user, KEYVALUE_PASSWORD: password, KEYVALUE_CA_FILE: caFile } = config;
  const options = connectionOptions({ url, user, password, caFile, timeoutMs: config.KEYVALUE_TIMEOUT_MS });
  const client = clientFor({ ...options, clock }, { commandTimeout: commandMs });
  // The key-value store's own connection says what is wrong with the server.
  client.on('error', () => undefined);
  client.on('nodeError', () => undefined);
  client.connect().catch(() => undefined);
  return {
    client,
    [Symbol.asyncDispose]: async () => client.disconnect(),
  };
}
