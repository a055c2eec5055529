import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document, freshScope } from '@agent-mem/storage/contract-suite/fixtures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Certificates, makeCertificates } from '../../../../test/live/certificates.ts';
import { describeLive } from '../../../../test/live/live.ts';
import { findQdrant, type QdrantServer, startQdrant } from '../../../../test/live/qdrant/qdrant.ts';
import { openOn } from './open-qdrant.ts';

describeLive('Qdrant over TLS', findQdrant(), (program) => {
  const directory = mkdtempSync(join(tmpdir(), 'agent-mem-tls-'));
  let certificates: Certificates;
  let qdrant: QdrantServer;
  beforeAll(async () => {
    certificates = makeCertificates(directory);
    qdrant = await startQdrant(program(), certificates);
  });
  afterAll(async () => {
    await qdrant[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  it('speaks with a server whose authority it is given', async () => {
    await using index = openOn(qdrant, { caFile: certificates.authority });
    const scope = freshScope();
    await index.put(scope, [document({ id: 'sealed' })]);
    expect(await index.get(scope, ['sealed'])).toHaveLength(1);
    await index.check();
  });

  it('tells nothing to a server it does not trust', async () => {
    await using index = openOn(qdrant);
    await expect(index.check()).rejects.toThrow(/its TLS is not trusted \(\w+\): check SEARCH_CA_FILE/);
  });

  it('refuses a CA file that cannot be read', () => {
    expect(() => openOn(qdrant, { caFile: join(directory, 'nobody.pem') })).toThrow(/its CA file .+nobody\.pem cannot be read/);
  });
});
