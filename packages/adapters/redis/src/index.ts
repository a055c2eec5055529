/** The KeyValue port on Redis or a Redis Cluster. */

export { openRedisKeyValue, type RedisKeyValue, type RedisKeyValueOptions } from './key-value/key-value.ts';
export { openKeyValue } from './open.ts';
