import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../../../test/live/postgres/postgres.ts';
import { openPostgresDetails } from '../src/index.ts';

const megabyte = 1024 * 1024;
const sizeBytes = 64 * megabyte;
const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** What is alive of this process, in bytes. */
function aliveBytes(): number {
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

/** A piece of content that is like no other. */
function piece(at: number): Buffer {
  const seed = createHash('sha256').update(`${at}`).digest('hex');
  return Buffer.from(`${seed}\n`.repeat(1024).slice(0, 64 * 1024));
}

describeLive('PostgreSQL with 64 MiB', findPostgres(), (binaries) => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres(binaries());
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  it('takes them as a stream and gives them by ranges, a few of them in memory', async () => {
    const { url, user, password } = postgres;
    await using details = openPostgresDetails({ url, user, password, clock: systemClock, timeoutMs: 60_000 });
    await details.check();
    const before = aliveBytes();
    let most = 0;
    const look = () => {
      most = Math.max(most, aliveBytes() - before);
    };
    async function* content() {
      for (let at = 0; at < sizeBytes; at += 64 * 1024) {
        if (at % (4 * megabyte) === 0) look();
        yield piece(at);
      }
    }
    const description = { memoryKey: 'k', contentType: 'text/plain', metadata: {}, createdAt: '2026-05-01T10:00:00.000Z' };
    expect((await details.put(scope, description, content())).sizeBytes).toBe(sizeBytes);
    for (let at = 0; at < sizeBytes; at += megabyte) {
      const range = await details.read(scope, 'k', { offset: at, maxBytes: 64 * 1024 });
      expect(range && piece(at).equals(range)).toBe(true);
      if (at % (16 * megabyte) === 0) look();
    }
    const across = await details.read(scope, 'k', { offset: megabyte - 10, maxBytes: 20 });
    expect(
      across && Buffer.from(across).equals(Buffer.concat([piece(15 * 65_536).subarray(-10), piece(megabyte).subarray(0, 10)])),
    ).toBe(true);
    expect(most).toBeLessThan(24 * megabyte);
  });
});
