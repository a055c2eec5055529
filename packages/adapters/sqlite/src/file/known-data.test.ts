import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolders } from '@agent-mem/runtime/data-directory';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { setDataAside } from './known-data.ts';

const now = Date.UTC(2026, 4, 7, 9, 30);
const aside = '2026-05-07T09-30-00.000Z';

it('the data file goes aside with its log and all folders of content, and what is not of the data stays', async () => {
  await using folder = await temporaryDirectory();
  const at = (name: string) => join(folder.path, name);
  for (const name of ['agent-mem.sqlite', 'agent-mem.sqlite-wal', 'notes.txt']) writeFileSync(at(name), name);
  for (const name of dataFolders) {
    mkdirSync(at(name));
    writeFileSync(join(at(name), 'content'), name);
  }
  const moved = ['agent-mem.sqlite', ...dataFolders].map((name) => `${name}.${aside}`);
  expect(setDataAside(folder.path, now)).toEqual(moved.map(at));
  expect(readdirSync(folder.path).toSorted()).toEqual([...moved, `agent-mem.sqlite.${aside}-wal`, 'notes.txt'].toSorted());
});

it('of a folder without data nothing is moved', async () => {
  await using folder = await temporaryDirectory();
  mkdirSync(join(folder.path, 'details'));
  expect(setDataAside(folder.path, now)).toEqual([]);
});
