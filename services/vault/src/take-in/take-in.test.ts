import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { memoryPorts, recordedLog, scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { openedScope } from '../../test/opened-scope.ts';
import { writeNode } from '../write/write-node.ts';
import { takeIn } from './take-in.ts';
import type { Taking } from './taking.ts';

const at = '2026-01-31T12:00:00.000Z';
const later = Date.UTC(2100, 0, 1);

const ids = [1, 2, 3].map((each) => `fact_0192f3b0-0000-7000-8000-00000000000${each}`);

/** A folder with the files of three facts, and what was asked of their service. */
async function filed(folder: string) {
  const ports = memoryPorts();
  const { log, lines } = recordedLog();
  const asked: string[] = [];
  const caller: Taking['caller'] = {
    async call(_service, operation, request) {
      const { fact_id, expected_version } = request as { readonly fact_id: string; readonly expected_version?: number };
      asked.push(`${operation} ${fact_id}${expected_version === undefined ? '' : ` at version ${expected_version}`}`);
      return { success: true } as never;
    },
  };
  const open = await openedScope(folder, ports);
  const taking: Taking = { ...open, log, caller, refuse: () => undefined };
  const store = async (id: string, content: string, expectedVersion: number) => {
    const fact = { id, kind: 'Fact', createdAt: at, updatedAt: at, properties: { content }, record: 'stored' } as const;
    await ports.graph.commit(scope, { nodes: [{ ...fact, expectedVersion }] });
  };
  for (const id of ids) {
    await store(id, `Fact ${id}`, 0);
    for (const node of await ports.graph.get(scope, [id])) await writeNode(node, taking);
  }
  const paths = ids.map((id) => taking.snapshot.ofNode(id)?.path ?? '');
  return { taking, asked, lines, paths, store };
}

it('how many facts are deleted with their files, as by git on a branch that has fewer, is logged once', async () => {
  await using directory = await temporaryDirectory();
  const { taking, asked, lines, paths } = await filed(directory.path);
  for (const path of paths.slice(1)) await rm(taking.files.pathOf(path));
  expect(await takeIn(paths, taking, later)).toEqual([]);
  expect(asked.toSorted()).toEqual(ids.slice(1).map((id) => `delete ${id}`));
  const warnings = lines.filter(({ level }) => Number(level) >= 40);
  expect(warnings).toMatchObject([
    { facts: 2, folder: directory.path, msg: expect.stringMatching(/^facts are deleted in memory/) },
  ]);
});

it('a fact of which memory says something else by now is not deleted with its file', async () => {
  await using directory = await temporaryDirectory();
  const { taking, asked, lines, paths, store } = await filed(directory.path);
  await store(ids[0] ?? '', 'Something else', 1);
  for (const path of paths.slice(0, 2)) await rm(taking.files.pathOf(path));
  await takeIn(paths, taking, later);
  expect(asked).toEqual([`delete ${ids[1]}`]);
  expect(lines.filter(({ level }) => Number(level) >= 40)).toMatchObject([{ facts: 1 }]);
});

it('a fact of which memory says something else by now is not changed by what a person has made of its file', async () => {
  await using directory = await temporaryDirectory();
  const { taking, asked, paths, store } = await filed(directory.path);
  await store(ids[0] ?? '', 'Something else', 1);
  for (const path of paths.slice(0, 2)) {
    const file = taking.files.pathOf(path);
    await writeFile(file, (await readFile(file, 'utf8')).replace('Fact fact_', 'The fact fact_'));
  }
  await takeIn(paths, taking, later);
  // Who changes it in the meantime is not overwritten.
  expect(asked).toEqual([`update ${ids[1]} at version 1`]);
});

it('a new note whose service has no time for it is taken in later, and one that is refused is reported', async () => {
  await using directory = await temporaryDirectory();
  const { taking, paths } = await filed(directory.path);
  const refused: string[] = [];
  const results = ['unavailable', 'invalid-argument'].map((type, index) => {
    return { fact_id: '', created: false, error: { type, message: `facts[${index}]: no`, retryable: index === 0 } };
  });
  const caller: Taking['caller'] = { call: async () => ({ results }) as never };
  const notes = ['busy.md', 'wrong.md'].map((name) => join(dirname(paths[0] ?? ''), name));
  for (const note of notes) await writeFile(taking.files.pathOf(note), `What ${note} says\n`);
  const again = await takeIn(notes, { ...taking, caller, refuse: (path) => void refused.push(path) }, later);
  expect([...again, ...refused]).toEqual(notes);
  expect(again).toHaveLength(1);
});
