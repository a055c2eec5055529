import { spawnSync } from 'node:child_process';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

/** A folder with a vault and its data, and the program on them. */
async function vaultFolder() {
  const directory = await temporaryDirectory();
  const [data, vault] = [join(directory.path, 'data'), join(directory.path, 'memory_db')];
  const environment = { VAULT_DIR: vault, START_WATCHER: 'true', ENABLE_GIT_VERSIONING: 'true' };
  return {
    data,
    vault,
    start: () => startFleetProcess({ directory: data, environment }),
    /** Runs a command to its end, and answers its exit code and what it printed. */
    async command(...args: readonly string[]) {
      await using run = spawnFleet({ directory: data, environment, args });
      const code = await new Promise((resolve) => run.child.once('close', resolve));
      return { code, output: run.output() };
    },
    facts: async () => (await Array.fromAsync(glob('entries/global/facts/*.md', { cwd: vault }))).toSorted(),
    git: (...words: readonly string[]) => spawnSync('git', words, { cwd: vault, encoding: 'utf8' }).stdout.trim(),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

it(
  'a line edited by hand changes the next answer, a deleted file is a deleted fact, and the vault makes memory anew',
  verifies('vault.edited', 'vault.rebuilt'),
  async () => {
    await using folder = await vaultFolder();
    let id = '';
    {
      await using fleet = await folder.start();
      await rest(fleet.httpUrl, 'facts', 'store', { content: 'Anne lives in Lyon' });
      await eventually(async () => expect(await folder.facts()).toHaveLength(1));
      const [path = ''] = await folder.facts();
      const file = join(folder.vault, path);
      await writeFile(`${file}~`, (await readFile(file, 'utf8')).replace('Lyon', 'Nice'));
      await rename(`${file}~`, file);
      const found = () => rest(fleet.httpUrl, 'facts', 'retrieve', { query: 'Where does Anne live?' });
      await eventually(async () => expect((await found()).facts[0]?.content).toBe('Anne lives in Nice'));
      id = (await rest(fleet.httpUrl, 'facts', 'store', { content: 'Bob likes tea' })).fact_id;
      await eventually(async () => expect(await folder.facts()).toHaveLength(2));
      const tea = (await folder.facts()).find((each) => each !== path) ?? '';
      await rm(join(folder.vault, tea));
      await eventually(async () => {
        const { fact } = await rest(fleet.httpUrl, 'facts', 'get', { fact_id: id, include_deleted: true });
        expect(fact?.status).toBe('DELETED');
      });
      await fleet.stop();
    }
    await rm(folder.data, { recursive: true });
    expect(await folder.command('vault', 'rebuild')).toMatchObject({
      code: 0,
      output: expect.stringContaining('2 facts, 0 turns'),
    });
    await using fleet = await folder.start();
    expect((await rest(fleet.httpUrl, 'facts', 'retrieve', { query: 'Where does Anne live?' })).facts[0]?.content).toBe(
      'Anne lives in Nice',
    );
    expect((await rest(fleet.httpUrl, 'facts', 'get', { fact_id: id, include_deleted: true })).fact?.status).toBe('DELETED');
  },
);

it('a fleet that is killed at any moment loses neither a file nor its commit', verifies('vault.killed'), async () => {
  await using folder = await vaultFolder();
  const stored: string[] = [];
  for (let kill = 0; kill < 4; kill += 1) {
    await using fleet = await folder.start();
    for (let index = 0; index < 10; index += 1) {
      const { fact_id } = await rest(fleet.httpUrl, 'facts', 'store', { content: `Host ${kill}-${index} is a machine` });
      stored.push(fact_id);
    }
    // From before the first file to between two commits.
    if (kill > 0)
      await eventually(async () => expect((await folder.facts()).length).toBeGreaterThan(stored.length - 10 + kill * 2));
    await fleet.kill();
  }
  await using fleet = await folder.start();
  await eventually(async () => {
    expect(await folder.facts()).toHaveLength(stored.length);
    expect(folder.git('status', '--porcelain')).toBe('');
  });
  const committed = folder.git('ls-files', 'entries').split('\n');
  expect(stored.filter((id) => !committed.some((path) => path.includes(id.slice('fact_'.length))))).toEqual([]);
  expect((await rest(fleet.httpUrl, 'facts', 'list', { limit: 100 })).facts).toHaveLength(stored.length);
  await fleet.stop();
  expect(await folder.command('vault', 'check')).toMatchObject({
    code: 0,
    output: expect.stringContaining('The files say what memory says'),
  });
});
