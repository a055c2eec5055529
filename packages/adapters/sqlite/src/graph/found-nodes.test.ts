import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import type { Graph, GraphMaintenance } from '@agent-mem/storage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EmbeddedFile, openEmbeddedFile } from '../file/index.ts';
import { openSqliteGraph } from './graph.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const at = '2026-11-23T09:00:00.000Z';
let directory: string;
let file: EmbeddedFile;
let graph: Graph & GraphMaintenance;
/** Statements that read whole rows of nodes by their ids. */
let wholeRows: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-found-nodes-'));
  file = await openEmbeddedFile(directory);
  const counted: EmbeddedFile = {
    ...file,
    read: (run) =>
      file.read((reader) => {
        return run({
          ...reader,
          statement(sql) {
            if (sql.startsWith('SELECT * FROM graph_nodes WHERE')) wholeRows += 1;
            return reader.statement(sql);
          },
        });
      }),
  };
  graph = openSqliteGraph(counted, { clock: systemClock });
});

afterEach(async () => {
  await file[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const write = (id: string, text: string) => {
  return graph.commit(scope, { nodes: [{ id, kind: 'Fact', createdAt: at, updatedAt: at, properties: { text } }] });
};

async function list() {
  wholeRows = 0;
  const { items } = await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', descending: true, limit: 10 });
  return { items, wholeRows };
}

it('whole rows are read of what is new or has changed, and of nothing else', async () => {
  await write('fact_1', 'tea');
  await write('fact_2', 'milk');
  expect(await list()).toMatchObject({
    items: [{ properties: { text: 'milk' } }, { properties: { text: 'tea' } }],
    wholeRows: 1,
  });
  expect(await list()).toMatchObject({ items: [{ id: 'fact_2' }, { id: 'fact_1' }], wholeRows: 0 });
  await write('fact_1', 'coffee');
  const changed = await list();
  expect(changed).toMatchObject({ items: [{ version: 1 }, { version: 2, properties: { text: 'coffee' } }], wholeRows: 1 });
  await graph.markIndexed(scope, [{ id: 'fact_2', version: 1 }]);
  expect(await list()).toMatchObject({ wholeRows: 0, items: changed.items });
});

it('what search has indexed since is another node', async () => {
  await graph.commit(scope, {
    nodes: [{ id: 'fact_1', kind: 'Fact', createdAt: at, updatedAt: at, properties: {}, indexedVersion: 0 }],
  });
  expect((await list()).items).toMatchObject([{ indexedVersion: 0 }]);
  await graph.markIndexed(scope, [{ id: 'fact_1', version: 1 }]);
  expect((await list()).items).toMatchObject([{ indexedVersion: 1 }]);
});

it('a long node is not held in memory, and after a purge none is', async () => {
  await write('fact_1', 'long '.repeat(2_000));
  await list();
  expect((await list()).wholeRows).toBe(1);
  await write('fact_1', 'short');
  await list();
  expect((await list()).wholeRows).toBe(0);
  await graph.purge(scope, { ids: ['fact_9'] });
  expect((await list()).wholeRows).toBe(1);
});
