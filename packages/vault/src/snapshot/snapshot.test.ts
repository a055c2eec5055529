import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSnapshot, Snapshot, snapshotName, writeSnapshot } from './snapshot.ts';

const known = { path: 'entries/global/facts/a.md', id: 'fact_a', sha256: '00', version: 1 };

it('is read as it was written', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  const path = join(directory.path, snapshotName);
  const snapshot = new Snapshot();
  snapshot.set(known);
  await writeSnapshot(path, snapshot);
  expect([...(await readSnapshot(path)).files()]).toEqual([known]);
});

it.each([
  ['a path that leads out of the vault', { '../../notes/facts/a.md': { id: 'fact_a', sha256: '00', version: 1 } }],
  ['a path that leads out of entries/', { 'entries/../facts/a.md': { id: 'fact_a', sha256: '00', version: 1 } }],
  ['a file without an id', { 'entries/global/facts/a.md': { sha256: '00', version: 1 } }],
  ['nothing of a file', { 'entries/global/facts/a.md': null }],
])('is made again where it was changed by hand: %s', async (_, files) => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  const path = join(directory.path, snapshotName);
  await writeFile(path, JSON.stringify({ version: 1, purges: [], files }));
  expect([...(await readSnapshot(path)).files()]).toEqual([]);
});
