import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { copyWhole, writeWhole } from '../src/commands/files/whole-file.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a file that cannot be written whole leaves the earlier one as it was, and nothing of itself', async () => {
  await using folder = await temporaryDirectory();
  const path = join(folder.path, 'archive.jsonl');
  await writeFile(path, 'earlier');
  async function* pieces() {
    yield 'a part';
    throw new Error('the store is away');
  }
  await expect(writeWhole(path, pieces)).rejects.toThrow('the store is away');
  expect([await readdir(folder.path), await readFile(path, 'utf8')]).toEqual([['archive.jsonl'], 'earlier']);
});

test('a copy takes its name when room was made for it, and its owner alone may read it', async () => {
  await using folder = await temporaryDirectory();
  const [from, path] = [join(folder.path, 'backup'), join(folder.path, 'data')];
  await writeFile(from, 'all of it', { mode: 0o644 });
  await writeFile(path, 'what was there');
  const makeRoom = vi.fn();
  await copyWhole(from, path, makeRoom);
  expect(makeRoom).toHaveBeenCalledOnce();
  expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['all of it', 0o600]);
});

test('a copy that finds no room leaves what is there', async () => {
  await using folder = await temporaryDirectory();
  const [from, path] = [join(folder.path, 'backup'), join(folder.path, 'data')];
  await writeFile(from, 'all of it');
  await writeFile(path, 'what was there');
  const noRoom = () => {
    throw new Error('no room');
  };
  await expect(copyWhole(from, path, noRoom)).rejects.toThrow('no room');
  expect([(await readdir(folder.path)).toSorted(), await readFile(path, 'utf8')]).toEqual([['backup', 'data'], 'what was there']);
});
