import { readFile, writeFile } from 'node:fs/promises';
import type { GraphNode } from '@agent-mem/storage';
import { storedNode, temporaryDirectory } from '@agent-mem/testing';
import { memoryPorts, scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { openedScope } from '../../test/opened-scope.ts';
import { writeNode } from '../write/write-node.ts';
import { takeIn } from './take-in.ts';
import type { Taking } from './taking.ts';

const at = '2026-01-31T12:00:00.000Z';
/** Long after each file here was written. */
const later = Date.UTC(2100, 0, 1);
const note = 'entries/global/facts/note.md';

const id = 'fact_0192f3b0-0000-7000-8000-000000000001';
const factSaying = (content: string) => ({ id, kind: 'Fact', createdAt: at, updatedAt: at, properties: { content } }) as const;

/** A vault whose facts service lets the person save once more before it answers. */
async function vaultWhere({ saves, answer }: { saves: (taking: Taking) => Promise<void>; answer: (node: GraphNode) => object }) {
  const directory = await temporaryDirectory();
  const ports = memoryPorts();
  const { graph } = ports;
  const open = await openedScope(directory.path, ports);
  const caller: Taking['caller'] = {
    async call(_service, _operation, request) {
      await saves(taking);
      // Of the requests for one fact and for many.
      const given = request as { readonly content?: string; readonly facts?: readonly { readonly content: string }[] };
      const content = given.content ?? given.facts?.[0]?.content ?? '';
      const { version: expectedVersion = 0 } = (await graph.get(scope, [id]))[0] ?? {};
      await graph.commit(scope, { nodes: [{ ...factSaying(content), expectedVersion }] });
      const [node] = await graph.get(scope, [id]);
      // The answer is of the operation that the test asks for.
      return answer(node ?? storedNode(factSaying(content))) as never;
    },
  };
  const taking: Taking = { ...open, caller, refuse: () => undefined };
  return { taking, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

it('a new note that a person saves again while its fact is stored is not removed', async () => {
  await using vault = await vaultWhere({
    saves: ({ files }) => writeFile(files.pathOf(note), 'Anne lives in Lyon, in the old town'),
    answer: ({ id }) => ({ results: [{ fact_id: id, error: null }] }),
  });
  const { taking } = vault;
  await taking.files.write(note, 'Anne lives in Lyon', { state: 'missing' });
  expect(await takeIn([note], taking, later)).toEqual([]);
  expect([...taking.snapshot.files()]).toHaveLength(1);
  expect(await readFile(taking.files.pathOf(note), 'utf8')).toBe('Anne lives in Lyon, in the old town');
});

it('a note that a person goes on with, or mends a slip of, is a new version of its fact; another of the same name is another fact', async () => {
  const unused = [1, 2, 3].map((each) => `fact_0192f3b0-0000-7000-8000-00000000000${each}`);
  const [first = '', second = '', third = ''] = unused;
  await using directory = await temporaryDirectory();
  const ports = memoryPorts();
  const { graph } = ports;
  const open = await openedScope(directory.path, ports);
  const caller: Taking['caller'] = {
    async call(_service, operation, request) {
      const asked = request as {
        readonly fact_id?: string;
        readonly content?: string;
        readonly facts?: readonly { content: string }[];
      };
      const fact_id = asked.fact_id ?? unused.shift() ?? '';
      const { version: expectedVersion = 0 } = (await graph.get(scope, [fact_id]))[0] ?? {};
      const node = { ...factSaying(asked.content ?? asked.facts?.[0]?.content ?? ''), id: fact_id, expectedVersion };
      await graph.commit(scope, { nodes: [node] });
      // The answer is of the operation that is asked for.
      return (operation === 'update' ? {} : { results: [{ fact_id, error: null, created: true }] }) as never;
    },
  };
  const taking: Taking = { ...open, caller, refuse: () => undefined };
  const writes = async (text: string) => {
    await writeFile(taking.files.pathOf(note), text);
    await takeIn([note], taking, later);
  };
  await taking.files.write(note, 'The ferry to\n', { state: 'missing' });
  await takeIn([note], taking, later);
  await writes('The ferry to Ischia leaves\n');
  await writes('The ferry to Ischia laeves at nine\n');
  await writes('The ferry to Ischia leaves at nine\n');
  await writes('The bus leaves at ten\n');
  await writes('The bus leaves at two\n');
  const facts = await graph.get(scope, [first, second, third]);
  expect(facts.map(({ version, properties }) => [version, properties.content])).toEqual([
    [4, 'The ferry to Ischia leaves at nine'],
    [1, 'The bus leaves at ten'],
    [1, 'The bus leaves at two'],
  ]);
  expect(unused).toEqual([]);
  const paths = await Array.fromAsync(taking.files.paths());
  expect(paths).toEqual(facts.map(({ id }) => taking.snapshot.ofNode(id)?.path));
});

it('what a person saves while their last edit is taken in is an edit of the version that came of it', async () => {
  let path = '';
  let isFirst = true;
  await using vault = await vaultWhere({
    async saves({ files }) {
      const file = await files.read(path);
      if (isFirst && file.state === 'text') await writeFile(files.pathOf(path), file.text.replace('Nice', 'Nice, by the sea'));
      isFirst = false;
    },
    answer: (fact) => ({ fact }),
  });
  const { taking } = vault;
  const write = async () => {
    for (const node of await taking.graph.get(scope, [id])) await writeNode(node, taking);
  };
  await taking.graph.commit(scope, { nodes: [{ ...factSaying('Anne lives in Lyon'), expectedVersion: 0 }] });
  await write();
  path = taking.snapshot.ofNode(id)?.path ?? '';
  const at = taking.files.pathOf(path);
  await writeFile(at, (await readFile(at, 'utf8')).replace('Lyon', 'Nice'));
  await takeIn([path], taking, later);
  await write();
  expect(await readFile(at, 'utf8')).toContain('Nice, by the sea');
  await takeIn([path], taking, later);
  const [edited] = await taking.graph.get(scope, [id]);
  expect(edited).toMatchObject({ version: 3, properties: { content: 'Anne lives in Nice, by the sea' } });
  expect(await Array.fromAsync(taking.files.paths())).toEqual([path]);
  expect(await readFile(at, 'utf8')).toMatch(/^version: 3$/m);
});
