import { mkdtempDisposable, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VaultFiles } from './vault-files.ts';

const path = 'entries/global/facts/a.md';

async function filesOf(text: string) {
  const directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  const files = new VaultFiles(directory.path);
  await files.write(path, text, { state: 'missing' });
  return { files, [Symbol.asyncDispose]: () => directory.remove() };
}

it('a file that a person has saved since it was read is neither replaced nor removed', async () => {
  await using folder = await filesOf('Anne lives in Lyon');
  const { files } = folder;
  const seen = await files.read(path);
  if (seen.state !== 'text') throw new Error('the file is not there');
  await writeFile(files.pathOf(path), 'Anne lives in Nice');
  expect(await files.write(path, 'Anne lives in Paris', seen)).toBeNull();
  expect(await files.write(path, 'Anne lives in Paris', { state: 'missing' })).toBeNull();
  expect(await files.removeText(path, seen.sha256)).toBe(false);
  expect(await files.read(path)).toMatchObject({ text: 'Anne lives in Nice' });
  expect(await readdir(files.pathOf('entries/global/facts'))).toEqual(['a.md']);
});

it('a file that is as it was read is replaced, and removed with the folder that it leaves empty', async () => {
  await using folder = await filesOf('Anne lives in Lyon');
  const { files } = folder;
  const sha256 = await files.write(path, 'Anne lives in Paris', await files.read(path));
  expect(await files.read(path)).toMatchObject({ text: 'Anne lives in Paris', sha256 });
  expect(await files.removeText(path, sha256 ?? '')).toBe(true);
  expect(await readdir(files.pathOf('entries'))).toEqual([]);
});

it('no symbolic link is written through, nor one where the text is first put', async () => {
  await using folder = await filesOf('Anne lives in Lyon');
  const { files } = folder;
  const outside = join(files.root, 'outside.txt');
  await writeFile(outside, 'A file of Anne');
  await symlink(outside, `${files.pathOf(path)}.new`);
  await files.write(path, 'Anne lives in Paris', await files.read(path));
  expect(await readFile(outside, 'utf8')).toBe('A file of Anne');
  expect(await files.read(path)).toMatchObject({ text: 'Anne lives in Paris' });
});
