import { appendFile, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
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

function start(data: string, vault: string) {
  return startFleet({ bus: 'sqlite', directory: data, environment: { VAULT_DIR: vault } });
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
    'default/default/default: 3 facts, 4 turns and 1 summaries made anew',
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
  const { exitCode, printed } = await command(['vault', 'check', '--json'], environment);
  expect(exitCode).toBe(1);
  const problems = printed.map((line) => JSON.parse(line) as { problem: string; path: string | null; line: number | null });
  expect(problems.map(({ problem, path, line }) => [problem, path, line])).toEqual([
    ['differs', first, null],
    ['unreadable', second, 3],
    ['missing', null, null],
    ['missing', null, null],
  ]);
  expect(await command(['vault', 'check'], { DATA_DIR: data })).toMatchObject({
    exitCode: 2,
    complaints: [expect.stringContaining('VAULT_DIR is required')],
  });
});
