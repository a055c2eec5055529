import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Certificates, makeCertificates } from '../../../../test/live/certificates.ts';
import { describeLive } from '../../../../test/live/live.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../../../test/live/postgres/postgres.ts';
import { openPostgresDetails } from '../src/index.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });

describeLive('PostgreSQL over TLS', findPostgres(), (binaries) => {
  const directory = mkdtempSync(join(tmpdir(), 'agent-mem-tls-'));
  let certificates: Certificates;
  let postgres: PostgresServer;
  const open = (sslmode: string, caFile = '') =>
    openPostgresDetails({
      url: `${postgres.url}?sslmode=${sslmode}`,
      user: postgres.user,
      password: postgres.password,
      caFile,
      clock: systemClock,
      timeoutMs: 10_000,
    });
  beforeAll(async () => {
    certificates = makeCertificates(directory);
    postgres = await startPostgres(binaries(), certificates);
  });
  afterAll(async () => {
    await postgres[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  it('speaks with a server whose authority it is given', async () => {
    await using details = open('verify-full', certificates.authority);
    const description = { memoryKey: 'k', contentType: 'text/plain', metadata: {}, createdAt: '2026-05-01T10:00:00.000Z' };
    await details.put(scope, description, [Buffer.from('sealed')]);
    const bytes = await details.read(scope, 'k', { offset: 0, maxBytes: 10 });
    expect(bytes && Buffer.from(bytes).toString()).toBe('sealed');
  });

  it.each(['require', 'verify-full'])('tells nothing to a server it does not trust, with %s', async (sslmode) => {
    await using details = open(sslmode);
    await expect(details.check()).rejects.toThrow(/its TLS is not trusted \(\w+\): check DETAILS_CA_FILE/);
  });

  it('is refused without TLS where the server wants it', async () => {
    await using details = open('disable');
    await expect(details.check()).rejects.toMatchObject({
      type: 'unauthenticated',
      message: expect.stringMatching(/or connection without TLS: check DETAILS_USER, DETAILS_PASSWORD and sslmode$/),
    });
  });

  it('refuses a CA file that cannot be read, or that nothing would use', () => {
    expect(() => open('verify-full', join(directory, 'nobody.pem'))).toThrow(/its CA file .+nobody\.pem cannot be read/);
    expect(() => open('verify-full', certificates.key)).toThrow(/its CA file .+server\.key holds no certificate \(PEM\)/);
    expect(() => open('disable', certificates.authority)).toThrow('a CA file needs sslmode=verify-full');
  });
});
