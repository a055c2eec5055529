import { copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultScope as scope } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { type StartedVault, startVault, vaultFolders } from './start-vault.ts';

const watching = { environment: { START_WATCHER: 'true' } };

/** A fleet that watches its vault, with one fact whose file is there. */
async function startWatched(folder: string, options: Parameters<typeof startVault>[1] = {}) {
  const vault = await startVault(folder, { ...watching, ...options });
  const { fact_id } = await vault.fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon', tags: ['home'] });
  await vault.entries((entries) => expect(entries).toHaveLength(1));
  const [path = ''] = await vault.paths();
  return { vault, fact_id, path, [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose]() };
}

/** Saves as editors do: a new file takes the place of the old one. */
async function save({ folder }: StartedVault, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, `${path}.tmp`), text);
  await rename(join(folder, `${path}.tmp`), join(folder, path));
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

async function answer({ fleet }: StartedVault, query: string): Promise<string | undefined> {
  const { facts } = await fleet.caller.call('facts', 'retrieve', { query });
  return facts[0]?.content;
}

/** Memory notes something of a fact, and says the same of it. */
async function note({ fleet }: StartedVault, id: string): Promise<void> {
  const [node] = await fleet.ports.graph.get(scope, [id]);
  if (!node) throw new Error(`${id} is not there`);
  const { version, ...seen } = node;
  const properties = { ...seen.properties, unreconciled: true };
  const noted = { ...seen, properties, updatedAt: new Date().toISOString(), expectedVersion: version };
  await fleet.ports.graph.commit(scope, { nodes: [noted] });
}

describe.concurrent('a file changed by hand', () => {
  it('changes the next answer, and is a version of the fact', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, fact_id, path } = started;
    await save(
      vault,
      path,
      (await vault.text(path))
        .replace('Lyon', 'Nice')
        .replace('- home', '- home\n  - city')
        .replace('confidence: 1', 'confidence: 0.5'),
    );
    await eventually(async () => expect(await answer(vault, 'Where does Anne live?')).toBe('Anne lives in Nice'));
    const { versions } = await vault.fleet.caller.call('facts', 'history', { fact_id });
    expect(versions.map(({ change, fact }) => [change, fact?.content])).toEqual([
      ['stored', 'Anne lives in Lyon'],
      ['updated', 'Anne lives in Nice'],
    ]);
    expect(versions[1]?.fact).toMatchObject({ tags: ['home', 'city'], confidence: 0.5 });
    await vault.entries((entries) => expect(entries).toEqual([expect.objectContaining({ id: fact_id, version: 2, path })]));
  });

  it('is taken in too where its front matter is of an earlier version, as of an editor that did not read the file again', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, fact_id, path } = started;
    const first = await vault.text(path);
    await vault.fleet.caller.call('facts', 'update', {
      fact_id,
      content: 'Anne lives in Paris',
    });
    await vault.entries((entries) => expect(entries).toEqual([expect.objectContaining({ version: 2 })]));
    expect(await vault.text(path)).not.toContain(/^timestamp: .*$/m.exec(first)?.[0]);
    await save(vault, path, first.replace('Lyon', 'Nice'));
    await eventually(async () => expect(await answer(vault, 'Where does Anne live?')).toBe('Anne lives in Nice'));
    await vault.entries((entries) => expect(entries).toEqual([expect.objectContaining({ id: fact_id, version: 3, path })]));
  });

  it('is screened like any other write', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, path } = started;
    await save(vault, path, (await vault.text(path)).replace('Lyon', 'Lyon, and the password is: hunter2horse'));
    await vault.entries((entries) => expect(entries[0]?.properties.content).toContain('[redacted: password]'));
    expect(await vault.text(path)).not.toContain('hunter2horse');
  });

  it('may have members of a person, which become metadata', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, fact_id, path } = started;
    await save(vault, path, (await vault.text(path)).replace('role: memory', 'role: memory\nseen: true'));
    await eventually(async () => {
      const { fact } = await vault.fleet.caller.call('facts', 'get', { fact_id });
      expect(fact?.metadata).toEqual({ seen: 'true' });
    });
  });

  it('is left alone where it cannot be read, is another record, or changes what is fixed', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, fact_id, path } = started;
    const text = await vault.text(path);
    for (const broken of [
      text.replace('role: memory', 'role: "memory'),
      text.replace('trust: user', 'trust: agent'),
      text.replace('---\n\n', '\n'),
    ]) {
      await save(vault, path, broken);
      await save(vault, 'entries/global/facts/next.md', `Next ${broken.length}\n`);
      await eventually(async () => expect(await answer(vault, `Next ${broken.length}`)).toBe(`Next ${broken.length}`));
      expect(await vault.text(path)).toBe(broken);
    }
    expect((await vault.fleet.caller.call('facts', 'get', { fact_id })).fact?.version).toBe(1);
  });

  it('is taken in where memory has only noted something of the fact meanwhile', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, fact_id, path } = started;
    await save(vault, path, (await vault.text(path)).replace('Lyon', 'Nice'));
    await note(vault, fact_id);
    await eventually(async () => expect(await answer(vault, 'Where does Anne live?')).toBe('Anne lives in Nice'));
    // The comparison with known facts takes the note away, sooner or later, which is another version of the node.
    const { versions } = await vault.fleet.caller.call('facts', 'history', { fact_id });
    expect(versions.map(({ change }) => change)).toEqual(['stored', 'updated']);
    await vault.entries((entries) => expect(entries).toEqual([expect.objectContaining({ id: fact_id, path })]));
    expect(await vault.text(path)).toContain('Anne lives in Nice');
  });

  it('loses against memory that changed too, and is beside it', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data } as const;
    let path = '';
    let byHand = '';
    {
      await using started = await startWatched(folders.vault, options);
      path = started.path;
      byHand = (await started.vault.text(path)).replace('Lyon', 'Nice');
    }
    {
      await using off = await startVault('', options);
      const { facts } = await off.fleet.caller.call('facts', 'list', {});
      await off.fleet.caller.call('facts', 'update', { fact_id: facts[0]?.id ?? '', content: 'Anne lives in Paris' });
    }
    await writeFile(join(folders.vault, path), byHand);
    await using vault = await startVault(folders.vault, { ...options, ...watching });
    await eventually(async () => expect(await vault.paths()).toHaveLength(2));
    const beside = (await vault.paths()).find((each) => each.includes('.conflict-')) ?? '';
    expect(await vault.text(beside)).toBe(byHand);
    await eventually(async () => expect(await vault.text(path)).toContain('Anne lives in Paris'));
    expect(await answer(vault, 'Where does Anne live?')).toBe('Anne lives in Paris');
  });
});

describe.concurrent('a file that a person deletes or moves', () => {
  it('is a deleted fact, and one again when it is taken out of deleted/', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, fact_id, path } = started;
    await rm(join(folders.vault, path));
    const deleted = path.replace('/facts/', '/deleted/facts/');
    await vault.entries((entries) => expect(entries.map((entry) => [entry.status, entry.path])).toEqual([['DELETED', deleted]]));
    expect(await answer(vault, 'Where does Anne live?')).toBeUndefined();
    await mkdir(join(folders.vault, dirname(path)), { recursive: true });
    await rename(join(folders.vault, deleted), join(folders.vault, path));
    await vault.entries((entries) =>
      expect(entries.map((entry) => [entry.id, entry.status, entry.path])).toEqual([[fact_id, 'ACTIVE', path]]),
    );
    await mkdir(join(folders.vault, dirname(deleted)), { recursive: true });
    await rename(join(folders.vault, path), join(folders.vault, deleted));
    await eventually(async () => expect(await answer(vault, 'Where does Anne live?')).toBeUndefined());
  });

  it('is a deleted fact where memory has only noted something of it meanwhile', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault, fact_id, path } = started;
    await rm(join(folders.vault, path));
    await note(vault, fact_id);
    await vault.entries((entries) => expect(entries.map(({ id, status }) => [id, status])).toEqual([[fact_id, 'DELETED']]));
  });

  it('is written again where memory says something else meanwhile, or nobody is watched', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data } as const;
    let path = '';
    let id = '';
    {
      await using started = await startWatched(folders.vault, options);
      ({ path, fact_id: id } = started);
      await rm(join(folders.vault, path));
      await started.vault.fleet.caller.call('facts', 'update', { fact_id: id, content: 'Anne lives in Paris' });
      await eventually(async () => expect(await started.vault.text(path)).toContain('Anne lives in Paris'));
    }
    await rm(join(folders.vault, path));
    await using vault = await startVault(folders.vault, { ...options, environment: { START_WATCHER: 'false' } });
    await note(vault, id);
    await eventually(async () => expect(await vault.text(path)).toContain('Anne lives in Paris'));
  });

  it('deletes nothing when the whole folder is gone at once', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault } = started;
    const facts = Array.from({ length: 12 }, (_, index) => ({ content: `Number ${index} is a number` }));
    await vault.fleet.caller.call('facts', 'store_many', { facts });
    await vault.entries((entries) => expect(entries).toHaveLength(13));
    await rename(join(folders.vault, 'entries'), join(folders.vault, 'away'));
    await vault.fleet.caller.call('facts', 'store', { content: 'Fire is hot' });
    // What memory still notes of the others may have written them again.
    await eventually(async () => {
      const paths = (await vault.paths()).filter((path) => path.startsWith('entries/'));
      expect(await Promise.all(paths.map(vault.text))).toContainEqual(expect.stringContaining('Fire is hot'));
    });
    expect((await vault.fleet.caller.call('facts', 'list', {})).facts).toHaveLength(14);
  });
});

describe.concurrent('a new file', () => {
  it('is stored, and gets the name of the layout', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, watching);
    await vault.fleet.caller.call('conversations', 'append_message', { conversation_id: 'Trip', role: 'user', content: 'Hello' });
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    const folder = dirname((await vault.paths()).find((path) => path.endsWith('conversation.md')) ?? '');
    await save(vault, `${folder}/facts/note.md`, '---\ntags: [travel]\nby: Bob\n---\nAnne travels by train');
    await save(vault, `${folder}/turns/assistant/answer.md`, 'Hello, Anne');
    await vault.entries((entries) => {
      expect(entries.map(({ path }) => path).filter((path) => /note|answer/.test(path))).toEqual([]);
      const fact = entries.find(({ kind }) => kind === 'Fact');
      expect(fact).toMatchObject({
        conversationId: 'Trip',
        properties: { content: 'Anne travels by train', tags: ['travel'], metadata: { by: 'Bob' } },
      });
      expect(entries.filter(({ kind }) => kind === 'Message').map(({ properties: { content } }) => content)).toContain(
        'Hello, Anne',
      );
    });
  });

  it('waits beside a conversation.md that cannot be read, and holds up no other', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, watching);
    await vault.fleet.caller.call('conversations', 'append_message', { conversation_id: 'Trip', role: 'user', content: 'Hello' });
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    const path = (await vault.paths()).find((each) => each.endsWith('conversation.md')) ?? '';
    await save(vault, path, '---\nrole: "conversation\n---\n');
    await save(vault, `${dirname(path)}/facts/note.md`, 'Anne travels by train');
    await save(vault, 'entries/global/facts/next.md', 'The next is stored');
    await eventually(async () => expect(await answer(vault, 'the next')).toBe('The next is stored'));
    expect(await vault.text(`${dirname(path)}/facts/note.md`)).toBe('Anne travels by train');
    const { facts } = await vault.fleet.caller.call('facts', 'list', {});
    expect(facts.map(({ content }) => content)).toEqual(['The next is stored']);
  });

  it('of a text that memory has is that fact', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    await save(started.vault, 'entries/global/facts/again.md', 'Anne lives in Lyon\n');
    await eventually(async () => expect(await started.vault.paths()).toEqual([started.path]));
    expect((await started.vault.fleet.caller.call('facts', 'list', {})).facts).toHaveLength(1);
  });

  it('is not read through a symbolic link, above 1 MiB, or with the id of another memory', async () => {
    await using folders = await vaultFolders();
    await using started = await startWatched(folders.vault);
    const { vault } = started;
    const facts = join(folders.vault, 'entries/global/facts');
    const secret = join(folders.vault, '..', 'secret.md');
    await writeFile(secret, 'The secret is outside');
    await symlink(secret, join(facts, 'link.md'));
    await mkdir(join(folders.vault, '..', 'outside', 'facts'), { recursive: true });
    await writeFile(join(folders.vault, '..', 'outside', 'facts', 'a.md'), 'The folder is outside');
    await symlink(join(folders.vault, '..', 'outside'), join(folders.vault, 'entries', 'linked'));
    await writeFile(join(facts, 'large.md'), 'large '.repeat(1_800_000));
    await copyFile(join(folders.vault, started.path), join(facts, 'copy.md'));
    await save(vault, 'entries/global/facts/changed.md', (await vault.text(started.path)).replace('Lyon', 'Rome'));
    await save(
      vault,
      'entries/global/facts/other.md',
      (await vault.text(started.path)).replace(/id: .*/, 'id: 0192f3b0-0000-7000-8000-000000000001'),
    );
    await save(vault, 'entries/global/facts/last.md', 'The last is stored');
    await eventually(async () => expect(await answer(vault, 'the last')).toBe('The last is stored'));
    const { facts: stored } = await vault.fleet.caller.call('facts', 'list', {});
    expect(stored.map(({ content }) => content).sort()).toEqual(['Anne lives in Lyon', 'The last is stored']);
  });
});

describe.concurrent('what was changed while the fleet was off', () => {
  it('is taken in at the start, and only with START_WATCHER', async () => {
    await using folders = await vaultFolders();
    const options = { bus: 'sqlite', directory: folders.data } as const;
    let path = '';
    {
      await using started = await startWatched(folders.vault, options);
      path = started.path;
      await started.vault.fleet.caller.call('facts', 'store', { content: 'Bob likes tea' });
      await eventually(async () => {
        const index = await readFile(join(folders.vault, 'memory_index.json'), 'utf8');
        expect(Object.keys(JSON.parse(index).files)).toHaveLength(2);
      });
    }
    const folder = join(folders.vault, 'entries/global/facts');
    const other = (await readdir(folder)).find((name) => !path.endsWith(name)) ?? '';
    await rm(join(folder, other));
    await writeFile(join(folders.vault, path), (await readFile(join(folders.vault, path), 'utf8')).replace('Lyon', 'Nice'));
    await writeFile(join(folder, 'new.md'), 'Fire is hot');
    {
      await using vault = await startVault(folders.vault, { ...options });
      await vault.fleet.caller.call('facts', 'store', { content: 'Water is wet' });
      await eventually(async () => expect(await vault.paths()).toHaveLength(3));
      expect((await contents(vault)).toSorted()).toEqual(['Anne lives in Lyon', 'Bob likes tea', 'Water is wet']);
    }
    await using vault = await startVault(folders.vault, { ...options, ...watching });
    await eventually(async () =>
      expect((await contents(vault)).toSorted()).toEqual(['Anne lives in Nice', 'Fire is hot', 'Water is wet']),
    );
  });
});

async function contents({ fleet }: StartedVault): Promise<readonly string[]> {
  return (await fleet.caller.call('facts', 'list', {})).facts.map(({ content }) => content);
}

describe.concurrent('a turn', () => {
  it('of the same name and text as an earlier one is another turn', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, watching);
    for (let turn = 1; turn <= 2; turn += 1) {
      await save(vault, 'entries/trip/turns/user/yes.md', 'Yes');
      await eventually(async () => {
        const { messages } = await vault.fleet.caller.call('conversations', 'history', { conversation_id: 'trip' });
        expect(messages.map(({ content }) => content)).toEqual(Array.from({ length: turn }, () => 'Yes'));
        expect(await vault.paths()).not.toContain('entries/trip/turns/user/yes.md');
      });
    }
  });

  it('is not changed or deleted with its file, which is written again', async () => {
    await using folders = await vaultFolders();
    await using vault = await startVault(folders.vault, watching);
    await vault.fleet.caller.call('conversations', 'append_message', { conversation_id: 'trip', role: 'user', content: 'Hello' });
    await vault.entries((entries) => expect(entries).toHaveLength(2));
    const path = (await vault.paths()).find((each) => each.includes('/turns/')) ?? '';
    await save(vault, path, (await vault.text(path)).replace('Hello', 'Goodbye'));
    await eventually(async () => {
      expect(await vault.text(path)).toContain('Hello');
      expect((await vault.paths()).filter((each) => each.includes('.conflict-'))).toHaveLength(1);
    });
    await rm(join(folders.vault, path));
    await eventually(async () => expect(await vault.text(path)).toContain('Hello'));
  });
});
