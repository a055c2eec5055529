import { systemClock } from '@agent-mem/contract';
import { openRedisKeyValue } from '@agent-mem/redis';
import { Redis } from 'ioredis';
import { findRedis, startRedis } from '../../../test/live/redis/redis.ts';
import { needed } from '../live.ts';
import type { BareKeyValue, OpenedKeyValue } from './bare.ts';

/** The KeyValue on a Redis of its own, beside the bare client on the same server. */
export async function redisKeyValue(): Promise<OpenedKeyValue> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startRedis(needed('Redis', findRedis())));
  const { url, password, port } = server;
  const keyValue = opened.use(openRedisKeyValue({ url, password, clock: systemClock, timeoutMs: 30_000 }));
  const client = new Redis({ host: '127.0.0.1', port, password });
  opened.defer(() => client.disconnect());
  const closing = opened.move();
  return {
    store: 'Redis',
    keyValue,
    bare: bareKeyValue(client),
    bytes: async () => Number(/used_memory_dataset:(\d+)/.exec(await client.info('memory'))?.[1]),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** No versions and no tokens: what Redis does in one command. Its keys are its own. */
function bareKeyValue(client: Redis): BareKeyValue {
  return {
    get: (key) => client.get(`bare-${key}`),
    set: (key, value) => client.set(`bare-${key}`, value),
    add: (key, value) => client.set(`bare-${key}`, value, 'NX'),
    append: (key, value) => client.rpush(`bare-${key}`, value),
    acquire: (key, holder, ttlMs) => client.set(`bare-${key}`, holder, 'PX', ttlMs, 'NX'),
  };
}
