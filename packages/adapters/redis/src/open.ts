import type { Clock } from '@agent-mem/contract';
import { openRedisKeyValue, type RedisKeyValue } from './key-value/key-value.ts';
import type { RedisConfig } from './variables.ts';

/** The hot state of a `redis:` or `rediss:` URL, on Redis or a Redis Cluster. */
export async function openKeyValue(
  url: string,
  { clock, config }: { readonly clock: Clock; readonly config: RedisConfig },
): Promise<RedisKeyValue> {
  return openRedisKeyValue({
    url,
    user: config.KEYVALUE_USER,
    password: config.KEYVALUE_PASSWORD,
    caFile: config.KEYVALUE_CA_FILE,
    prefix: config.KEYVALUE_PREFIX,
    timeoutMs: config.KEYVALUE_TIMEOUT_MS,
    clock,
  });
}
