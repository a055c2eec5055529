import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Caller } from '@agent-mem/messaging';
import { createLogger } from '@agent-mem/runtime';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';
import { openFleet } from '../src/fleet.ts';

/** A folder with data that no process has open, and a place beside it. */
async function dataFolder() {
  const directory = await temporaryDirectory();
  const data = join(directory.path, 'data');
  const environment = { DATA_DIR: data, HTTP_PORT: '0', GRPC_PORT: '0', ADMIN_PORT: '0' };
  const withFleet = async (work: (caller: Caller) => Promise<unknown>) => {
    await using fleet = await openFleet({ services: [], environment, log: createLogger({ level: 'silent' }) });
    await work(fleet.host.caller);
  };
  await withFleet(async () => undefined);
  const complaints: string[] = [];
  const command = async (...words: readonly string[]) => {
    complaints.length = 0;
    const code = await run(words, {
      environment,
      input: new PassThrough(),
      output: new PassThrough(),
      print: () => {},
      complain: (line) => void complaints.push(line),
      untilStopped: () => new Promise<void>(() => {}),
    });
    return [code, complaints.join('\n')] as const;
  };
  return {
    data,
    beside: (name: string) => join(directory.path, name),
    command,
    withFleet,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

it.each(['agent-mem.sqlite', 'agent-mem.sqlite-wal', 'agent-mem.data.json'])(
  'backup and export replace no file of the data: %s',
  async (name) => {
    await using folder = await dataFolder();
    const path = join(folder.data, name);
    const files = () => readdir(folder.data);
    const [before, content] = [await files(), existsSync(path) && (await readFile(path))];
    for (const command of ['backup', 'export'])
      expect(await folder.command(command, '--out', path)).toEqual([
        2,
        `agent-mem: ${command}: --out ${path} is a file of the data in that folder; name another`,
      ]);
    expect([await files(), existsSync(path) && (await readFile(path))]).toEqual([before, content]);
  },
);

it('a backup may have the name of a data file in a folder without data', async () => {
  await using folder = await dataFolder();
  const path = folder.beside('agent-mem.sqlite');
  expect(await folder.command('backup', '--out', path)).toEqual([0, '']);
  expect(await folder.command('restore', path, '--replace')).toEqual([0, '']);
});

it('restore leaves the data in its place where the backup cannot be copied', async () => {
  await using folder = await dataFolder();
  const [backup, file] = [folder.beside('backup.sqlite'), join(folder.data, 'agent-mem.sqlite')];
  await folder.command('backup', '--out', backup);
  const before = await readFile(file);
  // Where the copy is to be made first.
  await mkdir(`${file}.part`);
  await writeFile(join(`${file}.part`, 'x'), '');
  expect(await folder.command('restore', backup, '--replace')).toEqual([
    1,
    `agent-mem: ${file} cannot be written: it is a folder`,
  ]);
  expect(await readFile(file)).toEqual(before);
});

it('restore names what was purged since the backup, and nothing else', async () => {
  await using folder = await dataFolder();
  const backup = folder.beside('backup.sqlite');
  let id = '';
  await folder.withFleet(async ({ call }) => {
    id = (await call('facts', 'store', { content: 'The lynx is shy', user: 'anne' })).fact_id;
    await call('facts', 'store', { content: 'The otter swims', user: 'ben' });
    await call('facts', 'store', { content: 'The mole digs', user: 'dora' });
    for (const conversation_id of ['monday', 'tuesday'])
      await call('conversations', 'append_message', { conversation_id, user: 'cleo', role: 'user', content: 'A badger' });
  });
  expect(await folder.command('backup', '--out', backup)).toEqual([0, '']);
  expect(await folder.command('restore', backup, '--replace')).toEqual([0, '']);
  await folder.withFleet(async ({ call }) => {
    await call('facts', 'store', { content: 'The marten climbs', user: 'emil' });
    await call('graph', 'purge', { user: 'anne', id });
    await call('graph', 'purge', { user: 'ben', everything: true, all_collections: true });
    await call('graph', 'purge', { user: 'cleo', conversation_id: 'monday' });
    await call('graph', 'purge', { user: 'emil', everything: true });
  });
  expect(await folder.command('restore', backup, '--replace')).toEqual([
    0,
    [
      'agent-mem: the backup brings back what was purged since; agent-mem purge erases it again:',
      `workspace default, user anne, collection default, record ${id}`,
      'workspace default, user ben, all collections',
      'workspace default, user cleo, collection default, conversation monday',
    ].join('\n'),
  ]);
});

it('restore takes no data file for a backup: large payloads and the last writes stand beside it', async () => {
  await using folder = await dataFolder();
  const [file, copy] = [join(folder.data, 'agent-mem.sqlite'), folder.beside('copy.sqlite')];
  await copyFile(file, copy);
  await writeFile(`${copy}-wal`, 'the last writes');
  for (const path of [file, copy])
    expect(await folder.command('restore', path, '--replace')).toEqual([
      1,
      `agent-mem: ${path} is a data file and no backup: agent-mem backup makes one, with what stands beside it`,
    ]);
  expect(existsSync(file)).toBe(true);
});

it('a file that is damaged so that nothing opens it is named with what helps', async () => {
  await using folder = await dataFolder();
  const file = join(folder.data, 'agent-mem.sqlite');
  const bytes = await readFile(file);
  // The first page says where all others are; its head, by which the file is known, stays.
  await writeFile(file, bytes.fill(0xff, 100, 4_096));
  const [code, complaint] = await folder.command('check');
  expect(code).toBe(1);
  expect(complaint).toMatch(
    /agent-mem\.sqlite is damaged and cannot be opened \(.+\): "restore FILE --replace" brings a backup back$/,
  );
});
