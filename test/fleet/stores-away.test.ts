import { invoke, startFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Availability, describeLive } from '../live/live.ts';
import { findPostgres, type PostgresServer, preparePostgres } from '../live/postgres/postgres.ts';
import { findRedis, prepareRedis, type RedisServer, startRedis } from '../live/redis/redis.ts';

const patience = { timeout: 60_000, interval: 100 };

function findBoth(): Availability<{ readonly redis: string; readonly postgres: string }> {
  const redis = findRedis();
  const postgres = findPostgres();
  if ('missing' in redis) return redis;
  return 'missing' in postgres ? postgres : { thing: { redis: redis.thing, postgres: postgres.thing } };
}

describeLive('Redis and PostgreSQL under a fleet', findBoth(), (programs) => {
  let redis: RedisServer;
  let postgres: PostgresServer;
  beforeAll(async () => {
    redis = await prepareRedis(programs().redis);
    postgres = await preparePostgres(programs().postgres);
  });
  afterAll(async () => {
    await redis[Symbol.asyncDispose]();
    await postgres[Symbol.asyncDispose]();
  });

  it('a fleet starts while they are down, is ready for what needs neither, says which is away and why, and is whole by itself when they are there', async () => {
    await using fleet = await startFleet({
      http: true,
      environment: {
        KEYVALUE_URL: redis.url,
        KEYVALUE_PASSWORD: redis.password,
        DETAILS_URL: postgres.url,
        DETAILS_USER: postgres.user,
        DETAILS_PASSWORD: postgres.password,
      },
    });
    const health = async () => {
      const response = await fetch(`${fleet.httpUrl}/health/ready`);
      const { degraded } = (await response.json()) as { readonly degraded: readonly string[] };
      return { status: response.status, degraded };
    };
    await vi.waitFor(async () => {
      expect(await health()).toEqual({
        status: 200,
        degraded: [
          expect.stringContaining(`key-value store: Redis at 127.0.0.1:${redis.port} did not answer: it cannot be reached`),
          expect.stringContaining(
            `details: PostgreSQL at 127.0.0.1:${postgres.port}/postgres did not answer: it cannot be reached`,
          ),
        ],
      });
    }, patience);
    await Promise.all([redis.start(), postgres.start()]);
    const isWhole = async () => expect(await health()).toEqual({ status: 200, degraded: [] });
    await vi.waitFor(isWhole, patience);
    const answered = await invoke(fleet.caller, { question: 'My wife is Anne', user: 'u1' });
    expect(answered.answer).not.toBe('');
    await redis.kill();
    await vi.waitFor(async () => expect((await health()).degraded).toHaveLength(1), patience);
    await redis.start();
    await vi.waitFor(isWhole, patience);
  });

  it('a URL that cannot be is refused with its variable, and without its password', async () => {
    const start = (environment: Readonly<Record<string, string>>) => startFleet({ environment });
    await expect(start({ KEYVALUE_URL: 'redis://u:hunter22@' })).rejects.toThrow(
      /^KEYVALUE_URL and what belongs to it: must be redis:(?!.*hunter22)/,
    );
    await expect(start({ DETAILS_URL: 'postgres://u:hunter22@h?sslmode=maybe' })).rejects.toThrow(
      /^DETAILS_URL and what belongs to it: sslmode must be (?!.*hunter22)/,
    );
  });
});

describeLive('Redis that loses everything under a fleet', findRedis(), (program) => {
  it('costs repeated steps, and no answer and no memory', async () => {
    await using redis = await startRedis(program());
    await using fleet = await startFleet({
      environment: { KEYVALUE_URL: redis.url, KEYVALUE_PASSWORD: redis.password },
    });
    const done = new AbortController();
    let flushed = 0;
    const flushing = (async () => {
      for (; !done.signal.aborted; flushed++) await redis.ask('FLUSHALL');
    })();
    const conversations = Array.from({ length: 6 }, (_, i) => `conversation-${i}`);
    const questions = Array.from({ length: 8 }, (_, i) => `My pet number ${i} is named Pet${i}`);
    await Promise.all(
      conversations.map(async (conversation_id) => {
        for (const question of questions) {
          const last = await invoke(fleet.caller, { question, conversation_id, user: 'u1' });
          expect(last.answer).not.toBe('');
        }
      }),
    );
    done.abort();
    await flushing;
    await fleet.settled();
    expect(flushed).toBeGreaterThan(10);
    for (const conversation_id of conversations) {
      const { conversation } = await fleet.caller.call('conversations', 'get', { conversation_id, user: 'u1' });
      expect(conversation?.invocations.map(({ query }) => query)).toEqual(questions);
    }
  });
});
