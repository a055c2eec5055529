import { spawnSync } from 'node:child_process';
import { appendFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { conversationNodeId } from '@agent-mem/contract';
import { defaultScope, startFleet, temporaryDirectory } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { run } from '../src/command-line/command-line.ts';

const said = 'We fly to Lyon on the third of May, and Anne books the hotel near the station. '.repeat(30);

/** A command with what it printed. */
async function command(words: readonly string[], environment: Record<string, string>) {
  const [printed, complaints]: [string[], string[]] = [[], []];
  const [input, output] = [new PassThrough(), new PassThrough()];
  const exitCode = await run(words, {
    environment: { LOG_LEVEL: 'error', ...environment },
    input,
    output,
    print: (line: string) => void printed.push(line),
    complain: (line: string) => void complaints.push(line),
    untilStopped: () => new Promise<void>(() => {}),
  });
  return { exitCode, printed, complaints };
}

function start(data: string, vault: string, environment: Record<string, string> = {}) {
  return startFleet({ bus: 'sqlite', directory: data, environment: { VAULT_DIR: vault, ...environment } });
}

type Caller = Awaited<ReturnType<typeof start>>['caller'];

async function answers(caller: Caller) {
  const [{ facts }, { facts: deleted }, { messages }, { summary }, { messages: found }, { answer }] = await Promise.all([
    caller.call('facts', 'retrieve', { query: 'Where does Anne live?' }),
    caller.call('facts', 'list', { statuses: ['DELETED', 'SUPERSEDED'] }),
    caller.call('conversations', 'history', { conversation_id: 'Trip to Lyon' }),
    caller.call('conversations', 'summarize', { conversation_id: 'Trip to Lyon' }),
    caller.call('conversations', 'search', { query: 'hotel near the station' }),
    caller.call('agent', 'invoke', { question: 'Where does Anne live?', metadata: { conversation_end: 'never' } }),
  ]);
  return {
    facts: facts.map(({ score: _, ...fact }) => fact),
    deleted: deleted.toSorted((a, b) => a.id.localeCompare(b.id)),
    messages,
    summary,
    found: found.map(({ id, content }) => ({ id, content })),
    answer,
  };
}

it('the same questions have the same answers after the data file is gone and the vault was rebuilt', async () => {
  await using directory = await temporaryDirectory();
  const [data, vault] = [join(directory.path, 'data'), join(directory.path, 'memory_db')];
  const environment = { DATA_DIR: data, VAULT_DIR: vault };
  let before: Awaited<ReturnType<typeof answers>>;
  {
    await using fleet = await start(data, vault);
    const { caller } = fleet;
    await caller.call('facts', 'store', { content: 'Anne lives in Lyon', tags: ['home'], confidence: 0.9 });
    await caller.call('facts', 'store', { content: 'Anne lives in Paris', key: 'home', metadata: { by: 'Bob' } });
    const { fact_id } = await caller.call('facts', 'store', { content: 'Bob likes tea' });
    await caller.call('facts', 'delete', { fact_id });
    for (const role of ['user', 'assistant'] as const)
      await caller.call('conversations', 'append_message', {
        conversation_id: 'Trip to Lyon',
        role,
        content: `${role}: ${said}`,
      });
    await caller.call('conversations', 'summarize', { conversation_id: 'Trip to Lyon' });
    await fleet.settled();
    before = await answers(caller);
    await fleet.settled();
    await vi.waitFor(async () => {
      const index = await readFile(join(vault, 'memory_index.json'), 'utf8');
      expect(index).toContain('summaries/L3/final.md');
      expect(index.match(/\/turns\//g)).toHaveLength(4);
    }, 20_000);
  }
  for await (const file of glob('agent-mem.sqlite*', { cwd: data })) await rm(join(data, file));

  const rebuilt = await command(['vault', 'rebuild'], environment);
  expect(rebuilt.printed).toEqual([
    'default/default/default: 3 facts, 4 turns and 1 summary made anew',
    expect.stringContaining('does not hold episodes, weights, details'),
  ]);
  expect([rebuilt.exitCode, rebuilt.complaints]).toEqual([0, []]);
  await using fleet = await start(data, vault);
  expect(await answers(fleet.caller)).toEqual(before);
  expect(await fleet.caller.call('facts', 'store', { content: 'Anne lives in Paris' })).toMatchObject({ created: false });
  await fleet.caller.call('facts', 'store', { content: 'Anne lives in Nice' });
  await fleet.settled();
  const { facts } = await fleet.caller.call('facts', 'list', {});
  expect(facts.map(({ content }) => content)).toEqual(['Anne lives in Nice']);
});

it('what a compaction had archived is found again in a rebuilt memory, and the files say what it says', async () => {
  await using directory = await temporaryDirectory();
  const [data, vault] = [join(directory.path, 'data'), join(directory.path, 'memory_db')];
  const environment = { DATA_DIR: data, VAULT_DIR: vault };
  const contents = ['The boat is red', 'The car is blue', 'The bike is green', 'The house is old'];
  const inFiles = async () => {
    const isSame = async () => expect(await command(['vault', 'check'], environment)).toMatchObject({ exitCode: 0 });
    await vi.waitFor(isSame, { timeout: 20_000, interval: 100 });
  };
  const stored = async ({ caller, ports }: Awaited<ReturnType<typeof start>>) => {
    const { facts } = await caller.call('facts', 'list', {});
    const { conversation } = await caller.call('conversations', 'get', { conversation_id: 'trip' });
    const node = await ports.graph.get(defaultScope, [conversationNodeId('trip')]);
    return { facts: facts.map(({ content }) => content).toSorted(), invocations: conversation?.invocations.length, node };
  };
  let before: Awaited<ReturnType<typeof stored>>;
  {
    await using fleet = await start(data, vault);
    const { caller } = fleet;
    const { results } = await caller.call('facts', 'store_many', { facts: contents.map((content) => ({ content })) });
    await caller.call('agent', 'invoke', { question: 'How old is the house?', conversation_id: 'trip' });
    await fleet.settled();
    await caller.call('graph', 'trigger_compaction', { node_ids: results.map(({ fact_id }) => fact_id) });
    await fleet.settled();
    before = await stored(fleet);
    expect(before).toMatchObject({ facts: [], invocations: 1 });
  }
  await inFiles();
  const made = (facts: number, turns: number) =>
    `default/default/default: ${facts} facts, ${turns} turns and 0 summaries made anew`;
  // Memory has all of it: the calls and summaries that have no file stay.
  expect((await command(['vault', 'rebuild'], environment)).printed[0]).toBe(made(0, 0));
  {
    await using fleet = await start(data, vault);
    expect(await stored(fleet)).toEqual(before);
  }
  for await (const file of glob('agent-mem.sqlite*', { cwd: data })) await rm(join(data, file));
  expect((await command(['vault', 'rebuild'], environment)).printed[0]).toBe(made(4, 2));
  expect(await command(['check'], environment)).toMatchObject({ exitCode: 0 });
  {
    await using fleet = await start(data, vault);
    expect(await stored(fleet)).toMatchObject({ facts: contents.toSorted(), invocations: 0 });
    const { facts } = await fleet.caller.call('facts', 'retrieve', { query: 'What colour is the boat?' });
    expect(facts[0]?.content).toBe('The boat is red');
  }
  await inFiles();
});

it('vault check names what cannot be read by file and line, and what memory says otherwise', async () => {
  await using directory = await temporaryDirectory();
  const [data, vault] = [join(directory.path, 'data'), join(directory.path, 'memory_db')];
  const environment = { DATA_DIR: data, VAULT_DIR: vault };
  const facts = async () => (await Array.fromAsync(glob('entries/global/facts/*.md', { cwd: vault }))).sort();
  {
    await using fleet = await start(data, vault);
    for (const content of ['Anne lives in Lyon', 'Bob likes tea', 'Fire is hot'])
      await fleet.caller.call('facts', 'store', { content });
    await vi.waitFor(async () => expect(await facts()).toHaveLength(3), 20_000);
    await fleet.settled();
  }
  expect(await command(['vault', 'check'], environment)).toMatchObject({
    exitCode: 0,
    printed: ['The files say what memory says'],
  });
  const [first = '', second = '', third = ''] = await facts();
  await appendFile(join(vault, first), 'and in Nice\n');
  await writeFile(join(vault, second), '---\nid: x\nrole: cook\n---\n');
  await rm(join(vault, third));
  const note = 'entries/global/facts/note.md';
  await writeFile(join(vault, note), 'Di keeps bees\n');
  const deep = 'entries/global/facts/garden/bees.md';
  await mkdir(join(vault, 'entries/global/facts/garden'));
  await writeFile(join(vault, deep), 'Ed keeps bees\n');
  const strange = join(vault, 'entries/global/facts/a\u001b[31mb.md');
  await writeFile(strange, '---\nid: x\nrole: cook\n---\n');
  const lines = (await command(['vault', 'check'], environment)).printed;
  expect(lines.filter((line) => line.includes('[31m'))).toEqual([expect.stringContaining('a\\u001b[31mb.md')]);
  await rm(strange);
  const { exitCode, printed } = await command(['vault', 'check', '--json'], environment);
  expect(exitCode).toBe(1);
  const problems = printed.map(
    (line) => JSON.parse(line) as { problem: string; path: string | null; line: number | null; text: string },
  );
  expect(problems.find(({ path }) => path === note)?.text).toContain('it has no id: memory has not taken it in');
  expect(problems.find(({ path }) => path === deep)?.text).toContain('memory takes in no file of this folder');
  expect(problems.map(({ problem, path, line }) => [problem, path, line])).toEqual([
    ['differs', first, null],
    ['unreadable', second, 3],
    ['unreadable', deep, null],
    ['unreadable', note, null],
    ['missing', null, null],
    ['missing', null, null],
  ]);
  expect(await command(['vault', 'check'], { DATA_DIR: data })).toMatchObject({
    exitCode: 2,
    complaints: [expect.stringContaining('VAULT_DIR is required')],
  });
});

describe.skipIf(spawnSync('git', ['--version']).status !== 0)('the versions of the vault', () => {
  it('are listed, and each commit can be taken back in memory', async () => {
    await using directory = await temporaryDirectory();
    const [data, vault] = [join(directory.path, 'data'), join(directory.path, 'memory_db')];
    const environment = { DATA_DIR: data, VAULT_DIR: vault, ENABLE_GIT_VERSIONING: 'true' };
    const log = async () => (await command(['vault', 'log'], environment)).printed;
    const made = async (count: number) =>
      vi.waitFor(async () => expect(await log()).toHaveLength(count), { timeout: 20_000, interval: 250 });
    const hashOf = async (subject: string) => (await log()).find((line) => line.includes(subject))?.split(' ')[0] ?? '';
    const ids: string[] = [];
    {
      await using fleet = await start(data, vault, { ENABLE_GIT_VERSIONING: 'true' });
      const { caller } = fleet;
      await made(1);
      for (const content of ['Anne lives in Lyon', 'Bob likes tea', 'Fire is hot'])
        ids.push((await caller.call('facts', 'store', { content, tags: ['a'] })).fact_id);
      await made(4);
      await caller.call('facts', 'update', { fact_id: ids[0] ?? '', content: 'Anne lives in Nice', tags: ['b'] });
      await made(5);
      await caller.call('facts', 'delete', { fact_id: ids[1] ?? '' });
      await made(6);
    }
    const [anne = '', bob = '', fire = ''] = ids;
    const revert = async (subject: string) => command(['vault', 'revert', await hashOf(subject)], environment);
    expect(await revert(`${anne} is changed`)).toMatchObject({ exitCode: 0, printed: [`${anne} is changed`] });
    expect(await revert(`${bob} is deleted`)).toMatchObject({ exitCode: 0, printed: [`${bob} is restored`] });
    expect(await revert(`${fire} is stored`)).toMatchObject({ exitCode: 0, printed: [`${fire} is deleted`] });
    expect(await revert(`${fire} is stored`)).toMatchObject({ exitCode: 0, printed: [`${fire} is as it was`] });
    expect(await log()).toHaveLength(9);
    for (const line of await log())
      expect(line).toMatch(/^[0-9a-f]{7,} {2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}(Fact fact_|The vault )/);
    expect(await command(['vault', 'revert', 'nothing'], environment)).toMatchObject({
      exitCode: 1,
      complaints: [expect.stringContaining('there is no commit nothing')],
    });
    await using fleet = await start(data, vault);
    const { facts } = await fleet.caller.call('facts', 'list', {});
    expect(facts.map(({ content, tags }) => [content, tags]).toSorted()).toEqual([
      ['Anne lives in Lyon', ['a']],
      ['Bob likes tea', ['a']],
    ]);
  });

  it('leave what was believed before, where the fact that took its place came in the same commit', async () => {
    await using directory = await temporaryDirectory();
    const [data, vault] = [join(directory.path, 'data'), join(directory.path, 'memory_db')];
    const environment = { DATA_DIR: data, VAULT_DIR: vault, ENABLE_GIT_VERSIONING: 'true' };
    {
      await using fleet = await startFleet({ bus: 'sqlite', directory: data });
      for (const question of ['I live in Lisbon', 'I live in Porto now']) {
        await fleet.caller.call('agent', 'invoke', { question, conversation_id: 'trip' });
        await fleet.settled();
      }
    }
    {
      // Its first commit has all that is there: Lisbon is superseded already.
      await using _ = await start(data, vault, { ENABLE_GIT_VERSIONING: 'true' });
      await vi.waitFor(async () => expect((await command(['vault', 'log'], environment)).printed).toHaveLength(1), {
        timeout: 20_000,
        interval: 250,
      });
    }
    expect(await command(['vault', 'revert', 'HEAD'], environment)).toMatchObject({
      exitCode: 0,
      printed: [expect.stringMatching(/^fact_\S+ is deleted$/), expect.stringMatching(/^fact_\S+ is restored$/)],
    });
    await using fleet = await start(data, vault);
    const { facts } = await fleet.caller.call('facts', 'list', {});
    expect(facts.map(({ content }) => content)).toEqual(['The user lives in Lisbon']);
    const { answer } = await fleet.caller.call('agent', 'invoke', { question: 'Where do I live?' });
    expect(answer).toContain('Lisbon');
  });
});

it('check names a merge that nobody has decided, and rebuild learns nothing of it; a fact that speaks of merges is one', async () => {
  await using directory = await temporaryDirectory();
  const [data, vault] = [join(directory.path, 'data'), join(directory.path, 'memory_db')];
  const environment = { DATA_DIR: data, VAULT_DIR: vault };
  {
    await using fleet = await start(data, vault);
    await fleet.caller.call('facts', 'store', { content: 'A conflict begins like this:\n<<<<<<< HEAD' });
    await fleet.caller.call('facts', 'store', { content: 'Anne lives in Lyon' });
    await fleet.settled();
    await vi.waitFor(async () => {
      const index = await readFile(join(vault, 'memory_index.json'), 'utf8');
      expect(index.match(/\/facts\//g)).toHaveLength(2);
    }, 20_000);
  }
  expect(await command(['vault', 'check'], environment)).toMatchObject({ exitCode: 0 });
  for await (const file of glob('entries/global/facts/*.md', { cwd: vault })) {
    const text = await readFile(join(vault, file), 'utf8');
    if (!text.includes('Lyon')) continue;
    const both = text.replace(
      'Anne lives in Lyon',
      '<<<<<<< HEAD\nAnne lives in Lyon\n=======\nAnne lives in Nice\n>>>>>>> other',
    );
    await writeFile(join(vault, file), both);
  }
  const checked = await command(['vault', 'check'], environment);
  expect(checked).toMatchObject({ exitCode: 1 });
  expect(checked.printed[0]).toMatch(/^unreadable {2}.*facts\/.*\.md:\d+ {2}a merge has left both texts here/);
  for await (const file of glob('agent-mem.sqlite*', { cwd: data })) await rm(join(data, file));
  const rebuilt = await command(['vault', 'rebuild'], environment);
  expect(rebuilt.complaints).toContainEqual(expect.stringMatching(/left out .*\.md:\d+: a merge has left both texts here/));
  expect(rebuilt.printed[0]).toBe('default/default/default: 1 fact, 0 turns and 0 summaries made anew');
});
