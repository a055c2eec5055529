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

describe.concurrent('a file that is not UTF-8', () => {
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

describe.concurrent('a folder of the vault that is a symbolic link', () => {
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

describe.concurrent('a note that cannot be a fact', () => {
  it('is named with its line and the reason, stays as it is, and holds up no other', async () => {
    await using folders = await vaultFolders();
    const { log, lines } = recordedLog();
    const notes = {
      'merge.md': 'Anne is warm\n<<<<<<< HEAD\nAnne is in Nice\n=======\nAnne is in Rome\n>>>>>>> other\n',
      'json.md': '---\nmetadata_json: "{no json"\n---\nIt rains\n',
      'tags.md': '---\ntags: home\n---\nIt snows\n',
      'zettel.md': '---\nid: "20260101"\n---\nIt hails\n',
      'confident.md': '---\nconfidence: 7\n---\nIt thunders\n',
    };
    await mkdir(join(folders.vault, facts), { recursive: true });
    for (const [name, text] of Object.entries(notes)) await writeFile(join(folders.vault, facts, name), text);
    await mkdir(join(folders.vault, 'entries/Trip to Lyon/facts'), { recursive: true });
    await writeFile(join(folders.vault, 'entries/Trip to Lyon/facts/train.md'), 'The train is red');
    await writeFile(join(folders.vault, facts, 'last.md'), 'The last is stored');
    await using vault = await startVault(folders.vault, { log, environment: { START_WATCHER: 'true' } });
    await eventually(async () => expect(await contents(vault)).toEqual(['The last is stored']));
    await eventually(() => {
      const refused = Object.fromEntries(warnings(lines).map(({ file, line, reason }) => [file, `${line} ${reason}`]));
      expect(refused).toEqual({
        [`${facts}/merge.md`]: expect.stringMatching(/^2 a merge has left both texts here: choose one/),
        [`${facts}/json.md`]: expect.stringMatching(/^2 metadata_json: must be the JSON of an object/),
        [`${facts}/tags.md`]: expect.stringMatching(/^2 tags: must be a list of texts/),
        [`${facts}/zettel.md`]: expect.stringMatching(/^2 memory has nothing of this id/),
        [`${facts}/confident.md`]: 'null confidence: must be from 0 to 1, got 7',
        'entries/Trip to Lyon/facts/train.md': expect.stringMatching(
          /^null entries\/Trip to Lyon is the folder of no conversation/,
        ),
      });
    });
    for (const [name, text] of Object.entries(notes)) expect(await vault.text(`${facts}/${name}`)).toBe(text);
  });
});

describe.concurrent('a file of a person where memory would put one', () => {
  it('has its text in a file beside it', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault);
    const { fact_id } = await vault.fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    await vault.entries((entries) => expect(entries).toHaveLength(1));
    const [path = ''] = await vault.paths();
    const deleted = path.replace('/facts/', '/deleted/facts/');
    await mkdir(join(folders.vault, 'entries/global/deleted/facts'), { recursive: true });
    await writeFile(join(folders.vault, deleted), 'What Anne wrote about Lyon');
    await vault.fleet.caller.call('facts', 'delete', { fact_id });
    await eventually(async () => {
      const texts = await Promise.all((await vault.paths()).map(vault.text));
      expect(texts.toSorted()).toEqual([expect.stringContaining('status: DELETED'), 'What Anne wrote about Lyon']);
    });
  });
});
