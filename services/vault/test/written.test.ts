import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { startVault, vaultFolders } from './start-vault.ts';

const call = { user: 'default' };

describe('a running fleet with VAULT_DIR', () => {
  it('writes each fact, turn and conversation as a file of the layout', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault);
    const { caller } = vault.fleet;
    const { fact_id } = await caller.call('facts', 'store', {
      content: 'Anne lives in Lyon',
      conversation_id: 'trip',
      subject: 'Anne',
      tags: ['home'],
    });
    await caller.call('facts', 'store', { content: '---\n"Fire" is: hot\n' });
    await caller.call('conversations', 'append_message', { conversation_id: 'trip', role: 'user', content: 'Hello' });
    await vault.entries((entries) => {
      const found = entries.map(({ path }) => path.replace(/[^/]+__[0-9a-f-]{36}/, '*'));
      expect(found.sort()).toEqual([
        'entries/global/facts/*.md',
        'entries/trip/conversation.md',
        'entries/trip/facts/*.md',
        'entries/trip/turns/user/*.md',
      ]);
      expect(entries.find(({ id }) => id === fact_id)?.properties).toMatchObject({
        content: 'Anne lives in Lyon',
        tags: ['home'],
      });
      expect(entries.find(({ conversationId }) => conversationId === null)?.properties.content).toBe('---\n"Fire" is: hot\n');
    });
    const path = (await vault.paths()).find((each) => each.startsWith('entries/trip/facts/')) ?? '';
    expect(await vault.text(path)).toMatch(/^---\nid: [0-9a-f-]{36}\nrole: memory\nconversation_id: trip\ncreated_at: \d{4}-/);
    expect(await vault.text(path)).toContain('"[[Anne]]"');
    expect(await readFile(join(folders.vault, '.gitignore'), 'utf8')).toContain('memory_index.json');
  });

  it('says to git what it is not to version; a list of the version before is renewed, and a person’s own stays', async () => {
    await using folders = await vaultFolders();
    await mkdir(folders.vault);
    const path = join(folders.vault, '.gitignore');
    const before =
      '# What is made again from memory, and files that are being written.\nmemory_index.json\n*.new\n.obsidian/workspace*\n';
    for (const [there, isRenewed] of [
      [before, true],
      [`${before}drafts/\n`, false],
    ] as const) {
      await writeFile(path, there);
      await using vault = await startVault(folders.vault);
      await vault.entries((entries) => expect(entries).toEqual([]));
      const now = await readFile(path, 'utf8');
      if (isRenewed) expect(now.split('\n')).toEqual(expect.arrayContaining([...there.split('\n'), '.agent-mem-owner.json']));
      else expect(now).toBe(there);
    }
  });

  it('takes the title that a message gave out of its conversation when that expires', async () => {
    await using folders = await vaultFolders();
    const clock = turnedClock();
    await using vault = await startVault(folders.vault, { clock, environment: { MESSAGE_TTL_DAYS: '1' } });
    for (const [role, content] of [
      ['user', 'Where is the emerald?'],
      ['assistant', 'In the wall.'],
    ] as const)
      await vault.fleet.caller.call('conversations', 'append_message', { conversation_id: 'trip', role, content });
    const conversation = async () => {
      await clock.advance(10_000);
      return vault.text('entries/trip/conversation.md').catch(() => '');
    };
    await expect.poll(conversation).toContain('emerald');
    await vault.fleet.caller.call('conversations', 'end', { conversation_id: 'trip' });
    await expect.poll(conversation).toContain('ended');
    // The files have followed memory since.
    await clock.leap(120_000);
    await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
    const facts = async () => {
      await clock.advance(1_000);
      return (await vault.paths()).filter((path) => path.startsWith('entries/global/facts/'));
    };
    await expect.poll(facts).toHaveLength(1);
    await clock.leap(86_400_000 + 120_000);
    await expect.poll(conversation).not.toContain('emerald');
  });

  it('moves what is deleted or replaced, and removes what is erased for good', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault);
    const { caller } = vault.fleet;
    const { fact_id: home } = await caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    const { fact_id: gone } = await caller.call('facts', 'store', { content: 'Bob likes tea' });
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    await caller.call('facts', 'delete', { fact_id: gone });
    const { fact_id: next } = await caller.call('facts', 'store', { content: 'Anne lives in Paris' });
    await vault.entries((entries) => {
      const placed = Object.fromEntries(
        entries.map(({ id, status, path }) => [id, `${status} ${path.split('/').slice(1, -1).join('/')}`]),
      );
      expect(placed).toEqual({
        [home]: 'SUPERSEDED global/deleted/facts',
        [gone]: 'DELETED global/deleted/facts',
        [next]: 'ACTIVE global/facts',
      });
      expect(entries.find(({ id }) => id === home)?.properties.replaced_by).toBe(next);
    });
    await caller.call('graph', 'purge', { id: gone });
    await vault.entries((entries) => expect(entries.map(({ id }) => id).sort()).toEqual([home, next].sort()));
    await vi.waitFor(
      async () => expect(await readFile(join(folders.vault, 'memory_index.json'), 'utf8')).not.toContain(gone),
      20_000,
    );
  });

  it('removes with what is erased what persons wrote of it beside its file', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault);
    const { caller } = vault.fleet;
    const { fact_id: stays } = await caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    const { fact_id: gone } = await caller.call('facts', 'store', { content: 'Bob likes tea' });
    let pathOf = new Map<string, string>();
    await vault.entries((entries) => {
      expect(entries).toHaveLength(2);
      pathOf = new Map(entries.map(({ id, path }) => [id, path]));
    });
    const [own = '', other = ''] = [pathOf.get(gone), pathOf.get(stays)];
    const conflict = (path: string, hash: string) => path.replace('.md', `.conflict-${hash}.md`);
    const beside: readonly (readonly [path: string, text: string])[] = [
      [conflict('entries/global/facts/where-it-lay-before.md', '01234567'), await vault.text(own)],
      [conflict(own, '89abcdef'), 'Bob likes green tea\n'],
      [conflict(other, 'cdef0123'), await vault.text(other)],
    ];
    for (const [path, text] of beside) await writeFile(join(folders.vault, path), text);
    await caller.call('graph', 'purge', { id: gone });
    await vi.waitFor(async () => expect(await vault.paths()).toEqual([beside[2]?.[0], other].sort()), 20_000);
  });

  it('goes on where it stopped, and writes nothing that is there', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data } as const;
    {
      await using vault = await startVault(folders.vault, options);
      await vault.fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
      await vault.entries((entries) => expect(entries).toHaveLength(1));
    }
    {
      await using off = await startVault('', options);
      await off.fleet.caller.call('facts', 'store', { content: 'Bob likes tea' });
    }
    const before = await readFile(join(folders.vault, 'memory_index.json'), 'utf8');
    await using vault = await startVault(folders.vault, options);
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    await vi.waitFor(async () => {
      const after = JSON.parse(await readFile(join(folders.vault, 'memory_index.json'), 'utf8'));
      expect(Object.keys(after.files)).toHaveLength(2);
      expect(after.files).toMatchObject(JSON.parse(before).files);
    });
  });

  it('keeps what a person wrote where memory changed the same fact, in a file of its own', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault);
    const { caller } = vault.fleet;
    const { fact_id } = await caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    await vault.entries((entries) => expect(entries).toHaveLength(1));
    const [path = ''] = await vault.paths();
    const byHand = (await vault.text(path)).replace('Lyon', 'Nice');
    await writeFile(join(folders.vault, path), byHand);
    await caller.call('facts', 'update', { fact_id, content: 'Anne lives in Paris' });
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    const beside = (await vault.paths()).find((each) => each.includes('.conflict-')) ?? '';
    expect(await vault.text(beside)).toBe(byHand);
    await vault.entries((entries) => {
      const winner = entries.find((entry) => entry.path === path);
      expect(winner?.properties.content).toBe('Anne lives in Paris');
    });
  });

  it('keeps what a person wrote into a conversation’s file while nobody watched, in a file of its own', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data } as const;
    const said = { conversation_id: 'trip', role: 'user', content: 'Hello' } as const;
    const path = 'entries/trip/conversation.md';
    {
      await using vault = await startVault(folders.vault, options);
      await vault.fleet.caller.call('conversations', 'append_message', said);
      await vault.entries((entries) => expect(entries).toHaveLength(2));
    }
    const byHand = (await readFile(join(folders.vault, path), 'utf8')).replace(/^role: .*$/m, '$&\ntitle: Mine');
    await writeFile(join(folders.vault, path), byHand);
    await using vault = await startVault(folders.vault, options);
    await vault.fleet.caller.call('conversations', 'end', { conversation_id: 'trip' });
    await vi.waitFor(async () => expect(await vault.text(path)).not.toBe(byHand), 20_000);
    const beside = (await vault.paths()).filter((each) => each.includes('.conflict-'));
    expect(await Promise.all(beside.map(vault.text))).toEqual([byHand]);
  });

  it('holds every scope in a folder of its own where VAULT_SCOPE is *', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, { environment: { VAULT_SCOPE: '*' } });
    const { caller } = vault.fleet;
    await caller.call('facts', 'store', { content: 'Water is wet', user: 'Anne' });
    await caller.call('facts', 'store', { content: 'Fire is hot', ...call });
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    const folder = /^default\/(.+)\/default\/entries\/global\/facts\//;
    expect((await vault.paths()).map((path) => folder.exec(path)?.[1]?.replace(/~.*/, '~'))).toEqual(['anne~', 'default']);
  });
});
