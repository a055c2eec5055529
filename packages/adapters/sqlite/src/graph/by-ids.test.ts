import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { VersionConflict } from '@agent-mem/storage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EmbeddedFile, openEmbeddedFile } from '../file/index.ts';
import { openSqliteGraph } from './graph.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const at = '2026-11-23T09:00:00.000Z';
let directory: string;
let file: EmbeddedFile;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-by-ids-'));
  file = await openEmbeddedFile(directory);
});

afterEach(async () => {
  await file[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

it('more ids than one statement takes answer in their order, one as often as it is asked for', async () => {
  const graph = openSqliteGraph(file, { clock: systemClock });
  const ids = Array.from({ length: 40 }, (_, index) => `fact_${index}`);
  const write = (id: string) => ({ id, kind: 'Fact' as const, createdAt: at, updatedAt: at, properties: {} });
  expect(await graph.get(scope, ids)).toEqual([]);
  await graph.commit(scope, { nodes: ids.map(write) });
  const asked = [...ids.toReversed(), 'fact_missing', 'fact_7'];
  expect((await graph.get(scope, asked)).map(({ id }) => id)).toEqual(asked.filter((id) => id !== 'fact_missing'));
  const expectAll = ids.map((id) => ({ id, version: 1 }));
  await graph.commit(scope, { nodes: [write('fact_new')], expect: expectAll });
  const conflict = graph.commit(scope, { expect: [...expectAll, { id: 'fact_new', version: 2 }] });
  await expect(conflict).rejects.toBeInstanceOf(VersionConflict);
});
