import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { OperationError, scopeOf, systemClock } from '@agent-mem/contract';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { type RedisCluster, startRedisCluster } from '../../../../test/live/redis/cluster.ts';
import { findRedis, prepareRedis, type RedisServer } from '../../../../test/live/redis/redis.ts';
import { openRedisKeyValue, type RedisKeyValue } from '../src/index.ts';

const patience = { timeout: 60_000, interval: 50 };
const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });

/** Asks again what may be asked again, as a client does. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(work, patience);
}

describeLive('Redis that comes and goes', findRedis(), (program) => {
  let redis: RedisServer;
  const open = (options: { readonly timeoutMs?: number; readonly password?: string } = {}): RedisKeyValue =>
    openRedisKeyValue({ url: redis.url, password: redis.password, clock: systemClock, ...options });
  beforeAll(async () => {
    redis = await prepareRedis(program());
  });
  afterAll(() => redis[Symbol.asyncDispose]());
  beforeEach(() => redis.kill());

  it('opens while it is down, says why it cannot be used, and works when it is there', async () => {
    await using keyValue = open({ timeoutMs: 500 });
    const down = `Redis at 127.0.0.1:${redis.port} did not answer: it cannot be reached (ECONNREFUSED)`;
    for (let i = 0; i < 2; i++) await expect(keyValue.check()).rejects.toThrow(down);
    await expect(keyValue.get(scope, 'k')).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
      message: `Redis at 127.0.0.1:${redis.port} did not get: it cannot be reached (ECONNREFUSED)`,
    });
    await redis.start();
    await vi.waitFor(() => keyValue.check(), patience);
    await keyValue.set(scope, 'k', 'value');
    expect((await keyValue.get(scope, 'k'))?.value).toBe('value');
  });

  it('waits for it, when it is back within the time of an operation', async () => {
    await using keyValue = open({ timeoutMs: 60_000 });
    const early = keyValue.set(scope, 'k', 'early');
    await expect(keyValue.check()).rejects.toThrow('it cannot be reached');
    await redis.start();
    await early;
    expect((await keyValue.get(scope, 'k'))?.value).toBe('early');
  });

  it('goes on when it is killed in the middle of writes, and what is given afterwards is greater', async () => {
    await redis.start();
    await using keyValue = open();
    const before = await keyValue.acquire(scope, 'lease', 'anne', 60_000);
    await keyValue.set(scope, 'k', 'value');
    const stale = (await keyValue.get(scope, 'k'))?.version ?? 0;
    let written = 0;
    const writers = Array.from({ length: 20 }, async (_, i) => {
      for (let n = 0; n < 50; n++) {
        await persistently(() => keyValue.append(scope, `list ${i}`, [`${n}`], { position: 0 }));
        written += 1;
      }
    });
    await vi.waitFor(() => expect(written).toBeGreaterThan(100), patience);
    await redis.kill();
    await redis.start();
    await Promise.all(writers);
    expect(written).toBe(1_000);

    expect(await persistently(() => keyValue.get(scope, 'k'))).toBeNull();
    expect(await keyValue.compareAndSet(scope, 'k', stale, 'late')).toBeNull();
    expect(await keyValue.compareAndSet(scope, 'k', 0, 'again')).toBeGreaterThan(stale);
    const after = await keyValue.acquire(scope, 'lease', 'bert', 60_000);
    expect(after?.token).toBeGreaterThan(before?.token ?? 0);
  });

  it('gives greater tokens and versions after FLUSHALL', async () => {
    await redis.start();
    await using keyValue = open();
    let last = 0;
    for (let round = 0; round < 20; round++) {
      const version = (await keyValue.compareAndSet(scope, 'k', 0, 'x')) ?? 0;
      const lease = await keyValue.acquire(scope, 'k', `holder ${round}`, 60_000);
      expect(version).toBeGreaterThan(last);
      expect(lease?.token).toBeGreaterThan(version);
      last = lease?.token ?? 0;
      await redis.ask('FLUSHALL');
    }
  });

  it('gives greater numbers than before also while the clock stands behind them', async () => {
    await redis.start();
    await using keyValue = open();
    await keyValue.set(scope, 'k', 'x');
    const ahead = (Date.now() + 3_600_000) * 1_000;
    await redis.ask(`SET agent-mem:{w/u/c}:n ${ahead}`);
    expect(await keyValue.compareAndSet(scope, 'other', 0, 'x')).toBe(ahead + 1);
    expect((await keyValue.acquire(scope, 'k', 'anne', 1_000))?.token).toBe(ahead + 2);
  });

  it('rejects when it does not answer, and makes the connection again', async () => {
    await redis.start();
    await using keyValue = open({ timeoutMs: 500 });
    await using patient = open({ timeoutMs: 60_000 });
    await persistently(() => keyValue.set(scope, 'k', 'value'));
    await patient.check();
    redis.hold(true);
    await expect(patient.check(AbortSignal.timeout(200))).rejects.toThrow('no answer in time');
    await expect(keyValue.get(scope, 'k')).rejects.toMatchObject({
      type: expect.stringMatching(/^(deadline-exceeded|unavailable)$/),
    });
    await expect(keyValue.check(AbortSignal.timeout(200))).rejects.toThrow(`Redis at 127.0.0.1:${redis.port} did not answer`);
    redis.hold(false);
    expect((await persistently(() => keyValue.get(scope, 'k')))?.value).toBe('value');
  });

  it('repeats what was under way when the connection was lost, where that does nothing twice, and rejects the rest', async () => {
    await redis.start();
    await using keyValue = open({ timeoutMs: 60_000 });
    await keyValue.check();
    redis.hold(true);
    const repeated = [keyValue.get(scope, 'k'), keyValue.append(scope, 'l', ['a', 'b'], { position: 0 })];
    const rejected = [keyValue.append(scope, 'l', ['c']), keyValue.compareAndSet(scope, 'k', 0, 'x')].map((work) =>
      expect(work).rejects.toMatchObject({ type: 'unavailable', message: expect.stringContaining('the connection was lost') }),
    );
    // With the next turn they are on their way.
    await setImmediate();
    await redis.kill();
    await Promise.all(rejected);
    await redis.start();
    expect(await Promise.all(repeated)).toEqual([null, 2]);
    expect(await keyValue.list(scope, 'l')).toEqual(['a', 'b']);
  });

  it('forgets by its own clock what is to be forgotten', async () => {
    await redis.start();
    await using keyValue = open();
    await keyValue.set(scope, 'k', 'value', { ttlMs: 50.5 });
    await keyValue.append(scope, 'k', ['value'], { ttlMs: 50 });
    await keyValue.acquire(scope, 'k', 'anne', 50);
    await vi.waitFor(async () => {
      expect(await keyValue.get(scope, 'k')).toBeNull();
      expect(await keyValue.list(scope, 'k')).toEqual([]);
      expect(await keyValue.acquire(scope, 'k', 'bert', 60_000)).not.toBeNull();
    }, patience);
  });

  it('says that a password is wrong, and never which', async () => {
    await redis.start();
    await using wrong = open({ password: 'hunter22', timeoutMs: 60_000 });
    await using none = open({ password: '', timeoutMs: 60_000 });
    await using inUrl = openRedisKeyValue({
      url: `redis://somebody:hunter22@127.0.0.1:${redis.port}/0`,
      clock: systemClock,
      timeoutMs: 60_000,
    });
    for (const keyValue of [wrong, none, inUrl]) {
      for (const ask of [() => keyValue.check(), () => keyValue.set(scope, 'secret key', 'secret value')]) {
        const error: unknown = await ask().catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(OperationError);
        expect(error).toMatchObject({ type: 'unauthenticated', retryable: false });
        expect(inspect(error, { depth: 9 })).toContain(
          'user or password is missing or wrong (set KEYVALUE_USER and KEYVALUE_PASSWORD)',
        );
        expect(inspect(error, { depth: 9 })).not.toMatch(/hunter22|secret/);
      }
    }
  });

  it('says that it has no such database, and writes to no other', async () => {
    await redis.start();
    await using keyValue = openRedisKeyValue({
      url: `${redis.url}/99`,
      password: redis.password,
      clock: systemClock,
      timeoutMs: 60_000,
    });
    const asks = [() => keyValue.check(), () => keyValue.set(scope, 'k', 'value'), () => keyValue.check()];
    for (const ask of asks) {
      await expect(ask()).rejects.toMatchObject({
        type: 'failed-precondition',
        retryable: false,
        message: expect.stringContaining('it has no database of the number in KEYVALUE_URL'),
      });
    }
    expect(await redis.ask('DBSIZE')).toBe(':0\r\n');
  });

  it('says that it takes no writes: as a replica, or with its memory full', async () => {
    await redis.start();
    await using keyValue = open({ timeoutMs: 30_000 });
    await redis.ask('REPLICAOF 127.0.0.1 1');
    await expect(keyValue.check()).rejects.toThrow(`Redis at 127.0.0.1:${redis.port} did not answer: it is a replica`);
    await redis.ask('REPLICAOF NO ONE');
    await vi.waitFor(() => keyValue.check(), patience);
    await redis.ask('CONFIG SET maxmemory 1');
    await expect(keyValue.check()).rejects.toThrow('its memory is full');
    await redis.ask('CONFIG SET maxmemory 0');
    await vi.waitFor(() => keyValue.check(), patience);
  });

  it('tells the content of a memory to nobody when it refuses', async () => {
    await redis.start();
    await using keyValue = open();
    await redis.ask('CONFIG SET maxmemory 1');
    const error: unknown = await keyValue.set(scope, 'secret key', 'secret value').catch((cause: unknown) => cause);
    await redis.ask('CONFIG SET maxmemory 0');
    expect(error).toMatchObject({ type: 'resource-exhausted', message: expect.stringContaining('its memory is full') });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
  });

  it('closes at once, also while it waits', async () => {
    const keyValue = open({ timeoutMs: 60_000 });
    const waiting = keyValue.get(scope, 'k');
    const refused = expect(waiting).rejects.toThrow('it is closed');
    await keyValue[Symbol.asyncDispose]();
    await refused;
    await expect(keyValue.set(scope, 'k', 'x')).rejects.toThrow('it is closed');
    await open()[Symbol.asyncDispose]();
  });
});

describeLive('Redis Cluster whose nodes come and go', findRedis(), (program) => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster(program());
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  it('goes on when a node is killed and comes back, and when all are', async () => {
    const { url, password, nodes } = cluster;
    await using keyValue = openRedisKeyValue({ url, password, clock: systemClock, timeoutMs: 2_000 });
    const scopes = Array.from({ length: 30 }, (_, i) => scopeOf({ workspace: `w${i}`, user: 'u', collection: 'c' }));
    const writeAll = () => Promise.all(scopes.map((own) => persistently(() => keyValue.set(own, 'k', own.workspace))));
    await writeAll();
    for (const gone of [nodes.slice(0, 1), nodes]) {
      for (const node of gone) await node.kill();
      await vi.waitFor(() => expect(keyValue.check()).rejects.toThrow(/^Redis at .+ did not answer: /), patience);
      for (const node of gone) await node.start();
      await vi.waitFor(() => keyValue.check(), patience);
      await writeAll();
      const found = await persistently(() => Array.fromAsync(keyValue.entries('k')));
      expect(found.map(({ value }) => value).sort()).toEqual(scopes.map(({ workspace }) => workspace).sort());
    }
  });
});
