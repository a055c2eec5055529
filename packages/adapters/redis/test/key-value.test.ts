import { describeKeyValue } from '@agent-mem/storage/contract-suite';
import { afterAll, beforeAll } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { type RedisCluster, startRedisCluster } from '../../../../test/live/redis/cluster.ts';
import { findRedis, type RedisServer, startRedis } from '../../../../test/live/redis/redis.ts';
import { describeIndex } from './index-of-keys.ts';
import { openTurned } from './turned-redis.ts';

describeLive('Redis', findRedis(), (program) => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(program());
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  describeKeyValue('Redis', () => openTurned(redis.url, redis.password));
  describeIndex(() => redis);
});

describeLive('Redis Cluster', findRedis(), (program) => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster(program());
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  describeKeyValue('Redis Cluster', () => openTurned(cluster.url, cluster.password));
});
