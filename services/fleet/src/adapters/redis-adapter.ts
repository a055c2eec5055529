import type { KeyValueAdapter } from './adapters.ts';
import { storeOf } from './store-of.ts';

/** `redis:` and `rediss:`: hot state on Redis or a Redis Cluster. */
export const redisAdapter: KeyValueAdapter = {
  async keyValue(url, { clock, config }) {
    const { openRedisKeyValue } = await import('@agent-mem/redis');
    return storeOf('KEYVALUE', () =>
      openRedisKeyValue({
        url,
        user: config.KEYVALUE_USER,
        password: config.KEYVALUE_PASSWORD,
        caFile: config.KEYVALUE_CA_FILE,
        prefix: config.KEYVALUE_PREFIX,
        timeoutMs: config.KEYVALUE_TIMEOUT_MS,
        clock,
      }),
    );
  },
};
