import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Snapshot } from '../snapshot/snapshot.ts';
import { VaultFiles } from '../snapshot/vault-files.ts';
import { handChanges } from './hand-changes.ts';

const pathOf = (index: number) => `entries/global/facts/${index}.md`;

/** What is seen of twenty files at these paths once some are gone. */
async function seen({ gone, at }: { readonly gone: number; readonly at: readonly number[] }) {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  const files = new VaultFiles(directory.path);
  const snapshot = new Snapshot();
  for (let index = 0; index < 20; index += 1) {
    const sha256 = await files.write(pathOf(index), `Number ${index}`);
    snapshot.set({ path: pathOf(index), id: `fact_${index}`, sha256, version: 1 });
  }
  for (let index = 0; index < gone; index += 1) await rm(files.pathOf(pathOf(index)));
  const changes = await handChanges(at.map(pathOf), snapshot, files);
  return changes.map((each) => (each.change === 'unreadable' ? each.reason : each.change));
}

it('a file that is gone is a fact that is to be deleted', async () => {
  expect(await seen({ gone: 2, at: [0, 1, 2] })).toEqual(['removed', 'removed']);
});

it.each([
  ['all of them', 20, [0, 1]],
  ['all but what memory has written anew', 19, [3]],
])('nothing is deleted for a folder that is gone, whichever files are noticed first: %s', async (_, gone, at) => {
  expect(await seen({ gone, at })).toEqual(['nearly all of 20 files are gone: nothing is deleted for that']);
});
