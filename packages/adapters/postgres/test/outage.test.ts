import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { type Clock, OperationError, scopeOf, systemClock } from '@agent-mem/contract';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findPostgres, type PostgresServer, preparePostgres } from '../../../../test/live/postgres/postgres.ts';
import { openPostgresDetails, type PostgresDetails, type PostgresDetailsOptions } from '../src/index.ts';

const longAfterMs = 3_600_000;
const patience = { timeout: 60_000, interval: 50 };
const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const description = (memoryKey: string) => ({
  memoryKey,
  contentType: 'text/plain',
  metadata: {},
  createdAt: '2026-05-01T10:00:00.000Z',
});

describeLive('PostgreSQL that comes and goes', findPostgres(), (binaries) => {
  let postgres: PostgresServer;
  const open = (options: Partial<PostgresDetailsOptions> = {}): PostgresDetails =>
    openPostgresDetails({
      url: postgres.url,
      user: postgres.user,
      password: postgres.password,
      clock: systemClock,
      timeoutMs: 30_000,
      ...options,
    });
  const read = async (details: PostgresDetails, key: string) =>
    Buffer.from((await details.read(scope, key, { offset: 0, maxBytes: 100_000_000 })) ?? 'nothing');
  beforeAll(async () => {
    postgres = await preparePostgres(binaries());
  });
  afterAll(() => postgres[Symbol.asyncDispose]());
  beforeEach(() => postgres.kill());

  it('opens while it is down, says why it cannot be used, and works when it is there', async () => {
    await using details = open({ timeoutMs: 500 });
    const whereabouts = `PostgreSQL at 127.0.0.1:${postgres.port}/postgres`;
    for (let i = 0; i < 2; i++) {
      await expect(details.check()).rejects.toThrow(`${whereabouts} did not answer: it cannot be reached (ECONNREFUSED)`);
    }
    await expect(details.stat(scope, 'k')).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
      message: `${whereabouts} did not stat: it cannot be reached (ECONNREFUSED)`,
    });
    await postgres.start();
    await vi.waitFor(() => details.check(), patience);
    await vi.waitFor(() => details.put(scope, description('first'), [Buffer.from('content')]), patience);
    expect((await read(details, 'first')).toString()).toBe('content');
  });

  it('works when it is there, also where the clock was set back meanwhile', async () => {
    let backMs = 0;
    const clock: Clock = { now: () => Date.now() - backMs, sleep: systemClock.sleep };
    await using details = open({ timeoutMs: 500, clock });
    await expect(details.check()).rejects.toThrow('it cannot be reached (ECONNREFUSED)');
    await postgres.start();
    backMs = longAfterMs;
    await details.check();
    await details.put(scope, description('back'), [Buffer.from('content')]);
  });

  it('says why it cannot be used before the time of an operation is over', { timeout: 60_000 }, async () => {
    const timeoutMs = 10_000;
    let now = Date.UTC(2026, 0, 1);
    const until = now + timeoutMs;
    // What waits until the end of the operation waits for ever; other waits are over at once.
    const clock: Clock = {
      now: () => now,
      async sleep(ms, signal) {
        if (now + ms === until) return systemClock.sleep(longAfterMs, signal);
        now += ms;
      },
    };
    await using details = open({ clock, timeoutMs });
    await expect(details.stat(scope, 'k')).rejects.toMatchObject({
      type: 'unavailable',
      message: expect.stringContaining('it cannot be reached (ECONNREFUSED)'),
    });
    expect(now).toBeLessThan(until);
  });

  it('waits for it, when it is back within the time of an operation', async () => {
    await using details = open({ timeoutMs: 60_000 });
    const early = details.put(scope, description('early'), [Buffer.from('early')]);
    await expect(details.check()).rejects.toThrow('it cannot be reached');
    await postgres.start();
    await early;
    expect((await read(details, 'early')).toString()).toBe('early');
  });

  it('goes on when it is killed in the middle of writes, and has all that was acknowledged', async () => {
    await postgres.start();
    await using details = open({ timeoutMs: 60_000 });
    let written = 0;
    const large = randomBytes(3_000_000);
    const contentOf = (i: number, n: number) => (n % 10 === 9 ? large : Buffer.from(`content of ${i} ${n}`));
    const writers = Array.from({ length: 6 }, async (_, i) => {
      for (let n = 0; n < 20; n++) {
        await vi.waitFor(() => details.put(scope, description(`${i} ${n}`), [contentOf(i, n)]), patience);
        written += 1;
      }
    });
    for (const enough of [20, 60]) {
      await vi.waitFor(() => expect(written).toBeGreaterThan(enough), patience);
      await postgres.kill();
      await postgres.start();
    }
    await Promise.all(writers);
    for (let i = 0; i < 6; i++) {
      for (let n = 0; n < 20; n++) expect((await read(details, `${i} ${n}`)).equals(contentOf(i, n)), `${i} ${n}`).toBe(true);
    }
  });

  it('rejects what takes too long, and goes on', async () => {
    await postgres.start();
    await using holder = open();
    await using details = open({ timeoutMs: 500 });
    await holder.put(scope, description('held'), [Buffer.from('held')]);
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    async function* slow() {
      yield randomBytes(2_000_000);
      started.resolve();
      await goOn.promise;
      yield Buffer.from('end');
    }
    // Content that comes slowly holds nothing: others put under the same key meanwhile.
    const putting = holder.put(scope, description('held'), slow());
    await started.promise;
    await vi.waitFor(() => details.put(scope, description('held'), [Buffer.from('other')]), patience);
    expect((await read(holder, 'held')).toString()).toBe('other');
    goOn.resolve();
    await putting;
    expect((await holder.stat(scope, 'held'))?.sizeBytes).toBe(2_000_003);
    await expect(details.check(AbortSignal.abort())).rejects.toThrow('no answer in time');
    await vi.waitFor(() => details.check(), patience);
  });

  it('takes no more connections than it may, and still serves', async () => {
    await postgres.start();
    await using details = open({ maxConnections: 2 });
    await Promise.all(Array.from({ length: 40 }, (_, i) => details.put(scope, description(`many ${i}`), [Buffer.from(`${i}`)])));
    const found = await Promise.all(Array.from({ length: 40 }, (_, i) => read(details, `many ${i}`)));
    expect(found.map(String)).toEqual(Array.from({ length: 40 }, (_, i) => `${i}`));
  });

  it('says that a password is wrong or a database missing, and never which password', async () => {
    await postgres.start();
    const address = `127.0.0.1:${postgres.port}`;
    await using wrong = open({ password: 'hunter22' });
    await using none = open({ password: '' });
    await using inUrl = open({ url: `postgres://somebody:hunter22@${address}/postgres`, user: '', password: '' });
    for (const details of [wrong, none, inUrl]) {
      for (const ask of [() => details.check(), () => details.put(scope, description('secret key'), [Buffer.from('secret')])]) {
        const error: unknown = await ask().catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(OperationError);
        expect(inspect(error, { depth: 9 })).toContain(
          'user or password is missing or wrong (set DETAILS_USER and DETAILS_PASSWORD)',
        );
        expect(inspect(error, { depth: 9 })).not.toMatch(/hunter22|secret/);
      }
    }
    await using missing = open({ url: `postgres://${address}/nowhere` });
    await expect(missing.check()).rejects.toThrow('there is no such database: create it');
  });

  it('quotes nothing of a memory when it refuses', async () => {
    await postgres.start();
    await using details = open();
    const tooLong = description(`secret${'x'.repeat(300)}`);
    const noTime = { ...description('k'), createdAt: 'secret' };
    for (const refused of [tooLong, noTime]) {
      const error: unknown = await details.put(scope, refused, [Buffer.from('content')]).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ type: 'invalid-argument', retryable: false });
      expect(inspect(error, { depth: 9 })).not.toContain('secret');
    }
  });

  it('closes, also while it waits', async () => {
    const details = open({ timeoutMs: 60_000 });
    const waiting = expect(details.stat(scope, 'k')).rejects.toThrow('it is closed');
    await details[Symbol.asyncDispose]();
    await waiting;
    await expect(details.stat(scope, 'k')).rejects.toThrow('it is closed');
    await details[Symbol.asyncDispose]();
  });
});
