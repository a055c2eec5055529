import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedLog } from '@agent-mem/testing/kit';
import { describe, expect, it, vi } from 'vitest';
import { type StartedVault, startVault, vaultFolders } from './start-vault.ts';

const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const warnings = (lines: readonly Record<string, unknown>[]) =>
  lines.flatMap(({ level, file, line, reason }) =>
    Number(level) >= 40 || level === 'warn' || level === 'error' ? [{ file, line, reason }] : [],
  );

async function contents({ fleet }: StartedVault): Promise<readonly string[]> {
  const { facts } = await fleet.caller.call('facts', 'list', {});
  return facts.map(({ content }) => content).sort();
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const facts = 'entries/global/facts';

describe('a file that is not UTF-8', () => {
  it('stays byte for byte, whether it is new or was a fact’s, and the log names its line', async () => {
    await using folders = await vaultFolders();
    const { log, lines } = recordedLog();
    await using vault = await startVault(folders.vault, { log, environment: { START_WATCHER: 'true' } });
    const at = (name: string) => join(folders.vault, facts, name);
    await vault.fleet.caller.call('facts', 'store', { content: 'Anne drinks café' });
    await vault.entries((entries) => expect(entries).toHaveLength(1));
    const [known = ''] = await vault.paths();
    const edited = latin1((await vault.text(known)).replace('Anne', 'Zoé'));
    const added = latin1('The café\nis what Zoé drinks\n');
    await writeFile(join(folders.vault, known), edited);
    await writeFile(at('latin.md'), added);
    await writeFile(at('last.md'), 'The naïve last is stored');
    await eventually(async () => expect(await contents(vault)).toEqual(['Anne drinks café', 'The naïve last is stored']));
    const reason = 'it is not UTF-8; save it as UTF-8';
    await eventually(() => {
      const line =
        edited
          .toString('latin1')
          .split('\n')
          .findIndex((each) => each.includes('Zoé')) + 1;
      expect(warnings(lines)).toContainEqual({ file: `${facts}/latin.md`, line: 1, reason });
      expect(warnings(lines)).toContainEqual({ file: known, line, reason });
    });
    expect(await readFile(join(folders.vault, known))).toEqual(edited);
    expect(await readFile(at('latin.md'))).toEqual(added);
    // Saved as UTF-8 it is taken in.
    await writeFile(at('latin.md'), 'The café is what Zoé drinks\n');
    await eventually(async () => expect(await contents(vault)).toContain('The café is what Zoé drinks'));
  });
});

describe('a folder of the vault that is a symbolic link', () => {
  it('is not written through and is reported once, while other conversations have their files', async () => {
    await using folders = await vaultFolders();
    const { log, lines } = recordedLog();
    const outside = join(folders.vault, '..', 'outside');
    const link = join(folders.vault, 'entries', 'linked');
    await mkdir(outside);
    await mkdir(join(folders.vault, 'entries'), { recursive: true });
    await symlink(outside, link);
    await using vault = await startVault(folders.vault, { log });
    const say = (conversation_id: string, content: string) =>
      vault.fleet.caller.call('conversations', 'append_message', { conversation_id, role: 'user', content });
    for (const content of ['Hello', 'Hello again']) await say('linked', content);
    await say('other', 'Hello there');
    await vault.entries((entries) => expect(entries.map(({ conversationId }) => conversationId)).toEqual(['other', 'other']));
    // Each look at the vault finds the same place.
    await say('linked', 'And again');
    await say('other', 'Hello for the last time');
    await vault.entries((entries) => expect(entries).toHaveLength(3));
    expect(await readdir(outside)).toEqual([]);
    const reason = 'it is a symbolic link, and none is followed';
    expect(warnings(lines)).toEqual([{ file: 'entries/linked', line: null, reason }]);
    await unlink(link);
    await say('linked', 'Nobody links any more');
    await vault.entries((entries) => expect(entries.some(({ conversationId }) => conversationId === 'linked')).toBe(true));
  });

  it('nor is one written that leads to the files of a scope', async () => {
    await using folders = await vaultFolders();
    const { log, lines } = recordedLog();
    const outside = join(folders.vault, '..', 'outside');
    await mkdir(outside);
    await mkdir(join(folders.vault, 'default'), { recursive: true });
    await symlink(outside, join(folders.vault, 'default', 'linked'));
    await using vault = await startVault(folders.vault, { log, environment: { VAULT_SCOPE: '*' } });
    for (const user of ['linked', 'other']) await vault.fleet.caller.call('facts', 'store', { content: 'Water is wet', user });
    await vault.entries((entries) => expect(entries).toHaveLength(1));
    await eventually(() => expect(warnings(lines)).toMatchObject([{ file: 'default/linked' }]));
    expect(existsSync(join(outside, 'default'))).toBe(false);
  });
});
