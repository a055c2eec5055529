import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Certificates, makeCertificates } from '../../../../test/live/certificates.ts';
import { describeLive } from '../../../../test/live/live.ts';
import { findRedis, type RedisServer, startRedis } from '../../../../test/live/redis/redis.ts';
import { openRedisKeyValue } from '../src/index.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });

describeLive('Redis over TLS', findRedis(), (program) => {
  const directory = mkdtempSync(join(tmpdir(), 'agent-mem-tls-'));
  let certificates: Certificates;
  let redis: RedisServer;
  const open = (options: { readonly url?: string; readonly caFile?: string } = {}) =>
    openRedisKeyValue({
      url: `rediss://127.0.0.1:${redis.tlsPort}`,
      password: redis.password,
      clock: systemClock,
      timeoutMs: 10_000,
      ...options,
    });
  beforeAll(async () => {
    certificates = makeCertificates(directory);
    redis = await startRedis(program(), {}, certificates);
  });
  afterAll(async () => {
    await redis[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  it('speaks with a server whose authority it is given', async () => {
    await using keyValue = open({ caFile: certificates.authority });
    await keyValue.set(scope, 'k', 'sealed');
    expect((await keyValue.get(scope, 'k'))?.value).toBe('sealed');
    await keyValue.check();
  });

  it('tells nothing to a server it does not trust', async () => {
    await using keyValue = open();
    await expect(keyValue.check()).rejects.toThrow(/its TLS is not trusted \(\w+\): check KEYVALUE_CA_FILE/);
  });

  it('refuses a CA file that cannot be read, or that nothing would use', async () => {
    expect(() => open({ caFile: join(directory, 'nobody.pem') })).toThrow(/its CA file .+nobody\.pem cannot be read/);
    expect(() => open({ caFile: certificates.key })).toThrow(/its CA file .+server\.key holds no certificate \(PEM\)/);
    expect(() => open({ url: redis.url, caFile: certificates.authority })).toThrow('a CA file is for rediss://, not redis://');
  });
});
