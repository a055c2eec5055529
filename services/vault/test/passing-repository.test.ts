import { execFile, spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { recordedLog } from '@agent-mem/testing/kit';
import { describe, expect, it, vi } from 'vitest';
import { type StartedVault, startVault, vaultFolders } from './start-vault.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const watching = { START_WATCHER: 'true' };
const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

async function git(folder: string, ...words: readonly string[]): Promise<void> {
  const person = ['-c', 'user.name=Anne', '-c', 'user.email=anne@example.org'];
  await promisify(execFile)('git', [...person, ...words], { cwd: folder });
}

async function contents({ fleet }: StartedVault): Promise<readonly string[]> {
  return (await fleet.caller.call('facts', 'list', {})).facts.map(({ content }) => content).toSorted();
}

describe.skipIf(!hasGit)('a vault that is a person’s repository', () => {
  it('in the middle of a merge is not taken in, also at the start, until the merge is over', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data } as const;
    const mark = join(folders.vault, '.git', 'MERGE_HEAD');
    const note = join(folders.vault, 'entries/global/facts/note.md');
    const waitsFor = (lines: readonly Record<string, unknown>[]) =>
      eventually(() => expect(lines).toContainEqual(expect.objectContaining({ reason: expect.stringContaining('MERGE_HEAD') })));
    {
      const { log, lines } = recordedLog();
      await using vault = await startVault(folders.vault, { ...options, log, environment: watching });
      await vault.fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
      await vault.entries((entries) => expect(entries).toHaveLength(1));
      await git(folders.vault, 'init', '-q');
      await writeFile(mark, '');
      await waitsFor(lines);
      const [path = ''] = await vault.paths();
      await writeFile(join(folders.vault, path), (await vault.text(path)).replace('Lyon', 'Nice'));
      await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
      await eventually(async () => expect(await vault.paths()).toHaveLength(2));
      expect(await contents(vault)).toEqual(['Anne lives in Lyon', 'Fire is hot']);
      await rm(mark);
      await eventually(async () => expect(await contents(vault)).toEqual(['Anne lives in Nice', 'Fire is hot']));
    }
    await writeFile(mark, '');
    await writeFile(note, 'Water is wet');
    const { log, lines } = recordedLog();
    await using vault = await startVault(folders.vault, { ...options, log, environment: watching });
    await waitsFor(lines);
    expect(await contents(vault)).toEqual(['Anne lives in Nice', 'Fire is hot']);
    expect(await readFile(note, 'utf8')).toBe('Water is wet');
    await rm(mark);
    await eventually(async () => expect(await contents(vault)).toEqual(['Anne lives in Nice', 'Fire is hot', 'Water is wet']));
  });

  it('that shows an earlier commit loses no fact that came later', async () => {
    await using folders = await vaultFolders();
    const { log, lines } = recordedLog();
    await using vault = await startVault(folders.vault, { log, environment: watching });
    const commit = async (message: string) => {
      await git(folders.vault, 'add', '-A');
      await git(folders.vault, 'commit', '-qm', message);
    };
    await vault.fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    await vault.entries((entries) => expect(entries).toHaveLength(1));
    await git(folders.vault, 'init', '-q');
    await commit('first');
    await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
    // Its comparison would have the file written once more, perhaps behind the checkout.
    await vault.fleet.settled();
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    await commit('second');
    await git(folders.vault, 'checkout', '-q', '--detach', 'HEAD~1');
    await eventually(() =>
      expect(lines).toContainEqual(expect.objectContaining({ reason: expect.stringContaining('detached') })),
    );
    expect(await vault.paths()).toHaveLength(1);
    await git(folders.vault, 'checkout', '-q', '-');
    await writeFile(join(folders.vault, 'entries/global/facts/note.md'), 'Water is wet');
    await eventually(async () => expect(await contents(vault)).toEqual(['Anne lives in Lyon', 'Fire is hot', 'Water is wet']));
  });
});
