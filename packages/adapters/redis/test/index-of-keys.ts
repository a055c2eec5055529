import { scopeOf, systemClock } from '@agent-mem/contract';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import type { RedisServer } from '../../../../test/live/redis/redis.ts';
import { openRedisKeyValue } from '../src/index.ts';

/** How keys are found without looking through all of them. */
export function describeIndex(server: () => RedisServer): void {
  describe('the index of keys', () => {
    const scopeOfUser = (user: string) => scopeOf({ workspace: 'w', user, collection: 'c' });
    const [scope, other] = [scopeOfUser('a'), scopeOfUser('b')];
    const scopes = [scope, other, scopeOfUser('c')];

    function opened(prefix = `${crypto.randomUUID()}:`, clock = systemClock as Parameters<typeof openRedisKeyValue>[0]['clock']) {
      const { url, password } = server();
      const keyValue = openRedisKeyValue({ url, password, prefix, clock });
      const client = new Redis({ host: '127.0.0.1', port: server().port, password });
      const listed = async (start: string) =>
        (await Array.fromAsync(keyValue.entries(start))).map((entry) => `${entry.scope.user} ${entry.key} ${entry.value}`).sort();
      /** How often all keys were looked through. */
      const scans = async () => Number(/cmdstat_scan:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0);
      /** As the version before wrote it. */
      const written = (user: string, key: string, value: string) =>
        client.hset(`${prefix}{w/${user}/c}:v:${key}`, 'value', value, 'version', '1');
      return {
        prefix,
        keyValue,
        client,
        listed,
        scans,
        written,
        async [Symbol.asyncDispose]() {
          client.disconnect();
          await keyValue[Symbol.asyncDispose]();
        },
      };
    }

    it('leaves the others alone: no operation looks through all keys', async () => {
      await using first = opened();
      await Array.fromAsync(first.keyValue.entries(''));
      await using here = opened(first.prefix);
      const { keyValue } = here;
      const before = await here.scans();
      for (const each of scopes) {
        await keyValue.set(each, 'jobs/open/1', 'one');
        await keyValue.compareAndSet(each, 'jobs/open/2', 0, 'two', { ttlMs: 60_000 });
        await keyValue.append(each, 'list', ['x']);
        await keyValue.acquire(each, 'lease', 'holder', 60_000);
        await keyValue.get(each, 'jobs/open/1');
      }
      expect(await here.listed('jobs/')).toHaveLength(6);
      expect(await here.listed('jobs/open/1')).toEqual(['a jobs/open/1 one', 'b jobs/open/1 one', 'c jobs/open/1 one']);
      expect(await here.listed('j')).toHaveLength(6);
      expect(await Array.fromAsync(keyValue.entries('', scope))).toHaveLength(2);
      await keyValue.release(scope, 'lease', 'holder');
      await keyValue.delete(scope, 'jobs/open/1');
      expect(await keyValue.purge(scope, ['two'])).toBe(1);
      expect(await keyValue.purge(other, 'everything')).toBe(4);
      expect(await here.listed('')).toEqual(['c jobs/open/1 one', 'c jobs/open/2 two']);
      expect(await here.scans()).toBe(before);
    });

    it('finds what a version before has written, and goes on looking for a day as one may still run', async () => {
      let laterMs = 0;
      await using here = opened(undefined, { ...systemClock, now: () => systemClock.now() + laterMs });
      await here.written('a', 'jobs/open/1', 'old');
      await here.client.rpush(`${here.prefix}{w/a/c}:l:list`, 'of inv_1');
      expect(await here.listed('jobs/open/')).toEqual(['a jobs/open/1 old']);
      await here.written('b', 'jobs/open/1', 'beside');
      laterMs += 60_000;
      expect(await here.listed('jobs/open/')).toEqual(['a jobs/open/1 old', 'b jobs/open/1 beside']);
      expect(await here.keyValue.purge(scope, ['inv_1'])).toBe(1);
      laterMs += 24 * 3_600_000;
      const before = await here.scans();
      expect(await here.listed('jobs/open/')).toHaveLength(2);
      expect(await here.scans()).toBe(before);
    });

    it('is made again where the folders were lost', async () => {
      await using here = opened();
      for (const each of scopes) await here.keyValue.set(each, 'jobs/open/1', 'one');
      expect(await here.listed('jobs/')).toHaveLength(3);
      await here.client.del(`${here.prefix}{folders}:i`, `${here.prefix}{folders}:complete`);
      await here.keyValue.set(scope, 'jobs/open/1', 'two');
      expect(await here.listed('jobs/')).toHaveLength(3);
    });

    it('forgets what has ended, and with the last key of a scope all of it', async () => {
      await using here = opened();
      await here.keyValue.set(scope, 'jobs/open/1', 'short', { ttlMs: 1 });
      await here.keyValue.acquire(scope, 'lease', 'holder', 30);
      await expect.poll(async () => (await here.client.keys(`${here.prefix}{w/a/c}:[ixvh]*`)).length).toBe(0);
      expect(await here.listed('')).toEqual([]);
      expect(await here.listed('jobs/open/')).toEqual([]);
      expect(await here.client.zrange(`${here.prefix}{folders}:i`, '0', '-1')).toEqual([]);
      await here.keyValue.set(scope, 'jobs/open/1', 'again');
      expect(await here.listed('jobs/open/')).toEqual(['a jobs/open/1 again']);
    });
  });
}
