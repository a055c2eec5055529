import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Clock, systemClock } from '@agent-mem/contract';
import { recordedLog } from '@agent-mem/testing/kit';
import { VaultRepository } from '@agent-mem/vault';
import { describe, expect, it, vi } from 'vitest';
import { startVault, vaultFolders } from './start-vault.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const versioned = { environment: { ENABLE_GIT_VERSIONING: 'true' } };
/** How long the vault rests at least between two looks that took no time. */
const shortestRestMs = 50;
/** Each look starts git, which takes the processor from the other tests. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 250 });

/** Runs git in a folder as a person does. */
async function git(folder: string, ...words: readonly string[]): Promise<string> {
  const person = ['-c', 'user.name=Anne', '-c', 'user.email=anne@example.org'];
  return (await promisify(execFile)('git', [...person, ...words], { cwd: folder })).stdout.trim();
}

const subjects = async (folder: string) =>
  (await git(folder, 'log', '--format=%s', '--reverse')).split('\n').filter((line) => line !== '');

// The other tests need Node alone.
describe.skipIf(!hasGit)('with ENABLE_GIT_VERSIONING', () => {
  it('there is a commit for each fact that changes outside of a turn, and one for each turn', async () => {
    await using folders = await vaultFolders();
    let aheadMs = 0;
    let stoppedAt: number | null = null;
    let goesOnAtRest = false;
    const clock: Clock = {
      now: () => stoppedAt ?? systemClock.now() + aheadMs,
      sleep(ms, signal) {
        // A look during which the clock went on would seem long, and a long rest comes after such a one. Two seconds pass, however long it stood: else the folder's lease would be over.
        if (goesOnAtRest && ms === shortestRestMs && stoppedAt !== null)
          [stoppedAt, aheadMs] = [null, stoppedAt + 2_000 - systemClock.now()];
        return systemClock.sleep(ms, signal);
      },
    };
    await using vault = await startVault(folders.vault, { ...versioned, clock });
    const { caller } = vault.fleet;
    await eventually(async () => expect(await subjects(folders.vault)).toEqual(['The vault as memory has it']));
    const { fact_id: first } = await caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    // Facts do not wait for each other.
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(2));
    const { fact_id: other } = await caller.call('facts', 'store', { content: 'Bob likes tea' });
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(3));
    await caller.call('facts', 'update', { fact_id: first, content: 'Anne lives in Nice' });
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(4));
    await caller.call('facts', 'delete', { fact_id: other });
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(5));
    stoppedAt = systemClock.now();
    // By one request, so that one look finds both.
    const messages = (['user', 'assistant'] as const).map((role) => ({ role, content: `${role} says hello` }));
    await caller.call('conversations', 'append_messages', { conversation_id: 'trip', messages });
    await vault.entries((entries) => expect(entries).toHaveLength(5));
    // A turn is over when nothing was added to it for two seconds.
    goesOnAtRest = true;
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(6));
    expect((await subjects(folders.vault)).slice(1)).toEqual([
      `Fact ${first} is stored`,
      `Fact ${other} is stored`,
      `Fact ${first} is changed`,
      `Fact ${other} is deleted`,
      'Turn of trip',
    ]);
    const files = (await git(folders.vault, 'show', '--name-only', '--format=', 'HEAD')).split('\n');
    expect(files.map((path) => path.replace(/[^/]+__.*/, '*'))).toEqual([
      'entries/trip/conversation.md',
      'entries/trip/turns/assistant/*',
      'entries/trip/turns/user/*',
    ]);
    expect(await git(folders.vault, 'status', '--porcelain')).toBe('');
    expect(await git(folders.vault, 'ls-files', 'memory_index.json')).toBe('');
  });

  it('what a person has staged, an open branch of nothing or a lock is left alone, and committed when it is over', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, versioned);
    const { caller } = vault.fleet;
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(1));
    const store = (content: string) => caller.call('facts', 'store', { content });
    const committedAfter = async (count: number) =>
      eventually(async () => expect(await subjects(folders.vault)).toHaveLength(count));

    await writeFile(join(folders.vault, '.git', 'index.lock'), '');
    await store('Water is wet');
    await vault.entries((entries) => expect(entries).toHaveLength(1));
    expect(await subjects(folders.vault)).toHaveLength(1);
    await rm(join(folders.vault, '.git', 'index.lock'));
    await committedAfter(2);

    await writeFile(join(folders.vault, 'notes.txt'), 'a note of Anne');
    await git(folders.vault, 'add', 'notes.txt');
    await store('Fire is hot');
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    expect(await git(folders.vault, 'diff', '--cached', '--name-only')).toBe('notes.txt');
    await git(folders.vault, 'commit', '-qm', 'A note');
    await committedAfter(4);

    await git(folders.vault, 'checkout', '-q', '--detach');
    await store('Snow is cold');
    await vault.entries((entries) => expect(entries).toHaveLength(3));
    expect(await git(folders.vault, 'rev-parse', 'HEAD')).toBe(await git(folders.vault, 'rev-parse', '@'));
    expect(await subjects(folders.vault)).toHaveLength(4);
    await git(folders.vault, 'checkout', '-q', '-');
    await committedAfter(5);
  });

  it('a repository that is gone does not hold up memory', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, versioned);
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(1));
    await rm(join(folders.vault, '.git'), { recursive: true });
    await mkdir(join(folders.vault, 'x'));
    await vault.fleet.caller.call('facts', 'store', { content: 'Water is wet' });
    await vault.entries((entries) => expect(entries).toHaveLength(1));
  });

  it('a start commits what was written before it, and nothing that a person changed', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data } as const;
    {
      await using vault = await startVault(folders.vault, options);
      await vault.fleet.caller.call('facts', 'store', { content: 'Water is wet' });
      await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
      await vault.entries((entries) => expect(entries).toHaveLength(2));
    }
    await git(folders.vault, 'init', '-q');
    // As a crash leaves it, between what is staged and its commit.
    const [first = '', second = ''] = await listed(folders.vault);
    await git(folders.vault, 'add', first);
    await writeFile(join(folders.vault, '.git', 'agent-mem-staging'), '');
    await appendFile(join(folders.vault, second), 'and warm\n');
    await using vault = await startVault(folders.vault, { ...options, ...versioned });
    await eventually(async () => expect(await subjects(folders.vault)).toEqual(['The vault as memory has it']));
    expect((await git(vault.folder, 'ls-files')).split('\n')).toEqual(['.gitignore', first]);
    expect(await vault.text(second)).toContain('and warm');
  });

  it('runs nothing that the repository names: no hook, no monitor, no filter', async () => {
    await using folders = await vaultFolders();
    await mkdir(folders.vault);
    await git(folders.vault, 'init', '-q');
    const ran = join(folders.vault, '..', 'ran');
    const program = join(folders.vault, '..', 'program.sh');
    await writeFile(program, `#!/bin/sh\necho "$0 $1" >> '${ran}'\ncat\n`, { mode: 0o755 });
    for (const hook of ['pre-commit', 'prepare-commit-msg', 'post-commit', 'reference-transaction', 'post-index-change'])
      await copyFile(program, join(folders.vault, '.git', 'hooks', hook));
    for (const [name, value] of [
      ['core.fsmonitor', program],
      ['gpg.program', program],
      ['commit.gpgSign', 'true'],
      ['log.showSignature', 'true'],
    ] as const)
      await git(folders.vault, 'config', name, value);
    {
      await using vault = await startVault(folders.vault, versioned);
      await vault.fleet.caller.call('facts', 'store', { content: 'Water is wet' });
      await eventually(async () => expect(await new VaultRepository(folders.vault).log(9)).not.toEqual([]));
    }
    expect(existsSync(ran)).toBe(false);

    await writeFile(join(folders.vault, '.gitattributes'), '* filter=own\n');
    await git(folders.vault, 'config', 'filter.own.clean', program);
    const { log, lines } = recordedLog();
    await using vault = await startVault(folders.vault, { ...versioned, log });
    await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
    const reason = expect.stringMatching(/itself names a program that git would run \(filter\.own\.clean\)/);
    await eventually(async () => expect(lines).toContainEqual(expect.objectContaining({ reason })));
    expect(existsSync(ran)).toBe(false);
  });

  it('a worktree has its commits on its branch, and waits while a merge in it is undecided', async () => {
    await using folders = await vaultFolders();
    const main = join(folders.vault, '..', 'main');
    await mkdir(main);
    await git(main, 'init', '-q', '-b', 'main');
    await git(main, 'commit', '-q', '--allow-empty', '-m', 'Begun');
    await git(main, 'worktree', 'add', '-q', '-b', 'memory', folders.vault);
    const { log, lines } = recordedLog();
    await using vault = await startVault(folders.vault, { ...versioned, log });
    await eventually(async () => expect(await subjects(folders.vault)).toEqual(['Begun', 'The vault as memory has it']));
    const { fact_id: first } = await vault.fleet.caller.call('facts', 'store', { content: 'Water is wet' });
    await eventually(async () => expect((await subjects(folders.vault)).at(-1)).toBe(`Fact ${first} is stored`));
    expect(await subjects(main)).toEqual(['Begun']);
    const merging = await git(folders.vault, 'rev-parse', '--path-format=absolute', '--git-path', 'MERGE_HEAD');
    await writeFile(merging, `${await git(main, 'rev-parse', 'HEAD')}\n`);
    const { fact_id: second } = await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
    const reason = expect.stringContaining('in the middle of a merge');
    await eventually(async () => expect(lines).toContainEqual(expect.objectContaining({ reason })));
    expect((await subjects(folders.vault)).at(-1)).toBe(`Fact ${first} is stored`);
    await rm(merging);
    await eventually(async () => expect((await subjects(folders.vault)).at(-1)).toBe(`Fact ${second} is stored`));
  });

  it('what a .gitignore of the person keeps out is in no commit', async () => {
    await using folders = await vaultFolders();
    await mkdir(folders.vault);
    await writeFile(join(folders.vault, '.gitignore'), 'entries/diary/\nmemory_index.json\n');
    await using vault = await startVault(folders.vault, versioned);
    await eventually(async () => expect(await subjects(folders.vault)).toHaveLength(1));
    await vault.fleet.caller.call('facts', 'store', { content: 'Anne is sad', conversation_id: 'diary' });
    await vault.entries((entries) => expect(entries.length).toBeGreaterThan(0));
    await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
    await eventually(async () => expect(await git(folders.vault, 'ls-files', 'entries/global')).not.toBe(''));
    expect(await git(folders.vault, 'ls-files', 'entries/diary')).toBe('');
  });

  it('a stop commits the turn that is open', async () => {
    await using folders = await vaultFolders();
    {
      await using vault = await startVault(folders.vault, versioned);
      await vault.fleet.caller.call('conversations', 'append_message', {
        conversation_id: 'trip',
        role: 'user',
        content: 'Hello',
      });
    }
    expect((await subjects(folders.vault)).at(-1)).toMatch(/Turn of trip|The vault as memory has it/);
    expect(await git(folders.vault, 'status', '--porcelain')).toBe('');
    expect(await listed(folders.vault)).toHaveLength(2);
  });
});

async function listed(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(glob('entries/**/*.md', { cwd: folder }))).toSorted();
}
