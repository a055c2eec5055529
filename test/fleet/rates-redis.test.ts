import { startFleet, type TestFleet } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findRedis, startRedis } from '../live/redis/redis.ts';
import { verifies } from '../verifies.ts';

/** Lists the facts of a user; the status. */
async function ask({ httpUrl }: TestFleet, user: string): Promise<number> {
  const response = await fetch(`${httpUrl}/v1/facts/list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user }),
  });
  await response.text();
  return response.status;
}

describeLive('Redis, and two processes that count there', findRedis(), (program) => {
  const what =
    'a user asks so often at both together; while Redis is away each counts for itself, and nobody is refused for that';
  it(what, verifies('limits.rates'), async () => {
    await using redis = await startRedis(program());
    const environment = {
      KEYVALUE_URL: redis.url,
      KEYVALUE_PASSWORD: redis.password,
      KEYVALUE_TIMEOUT_MS: '1000',
      // A slow machine is done within a day, not always within a minute: the window begins at the first request, by the clock of Redis.
      SCOPE_REQUESTS_PER_DAY: '3',
    };
    const start = () => startFleet({ http: true, services: ['facts', 'graph', 'gateway'], environment });
    await using first = await start();
    await using second = await start();
    const counted = async (fleet: TestFleet, name: string) => {
      let asked = 0;
      await vi.waitFor(async () => {
        asked += 1;
        await ask(fleet, `${name}${asked}`);
        expect(await redis.ask('KEYS *limits*')).toContain(`${name}${asked}`);
      }, 30_000);
    };
    // Each has its connection.
    await counted(first, 'one');
    await counted(second, 'two');
    const asked = [first, second, first, second, first];
    const statuses: number[] = [];
    for (const fleet of asked) statuses.push(await ask(fleet, 'anne'));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await redis.kill();
    for (const fleet of [first, second]) {
      const alone: number[] = [];
      for (let index = 0; index < 4; index += 1) alone.push(await ask(fleet, 'ben'));
      expect(alone).toEqual([200, 200, 200, 429]);
    }
    await redis.start();
    await counted(first, 'three');
  });
});
