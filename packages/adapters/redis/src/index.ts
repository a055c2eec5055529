/** The KeyValue port on Redis or a Redis Cluster. */

export type { RedisKeyValueOptions } from './connection-options.ts';
export { openRedisKeyValue, type RedisKeyValue } from './key-value/key-value.ts';
export { openKeyValue } from './open.ts';
export { openStoreClient, type StoreClient } from './store-client.ts';
