import { scopeOf, systemClock } from '@agent-mem/contract';
import type { IndexDocument } from '@agent-mem/storage';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openGraph, openSearchIndex } from '../src/open.ts';
import { type TemporaryFile, temporaryFile } from './temporary-file.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const at = '2026-05-07T00:00:00.000Z';
const document: IndexDocument = {
  id: 'n',
  kind: 'Fact',
  version: 1,
  conversationId: null,
  visibility: 'scope',
  ordinal: null,
  role: null,
  timestamp: 0,
  terms: { water: 1 },
  length: 1,
  vectors: [{ embedder: 'e', values: new Float32Array([1, 0]) }],
  fields: {},
  attributes: null,
};
const mark = { id: 'n', version: 1 };

let temporary: TemporaryFile;

beforeEach(async () => {
  temporary = await temporaryFile();
});

afterEach(() => temporary[Symbol.asyncDispose]());

async function opened() {
  const { file, directory } = temporary;
  const writes = [vi.spyOn(file, 'write'), vi.spyOn(file, 'writeDerived')];
  const context = { clock: systemClock, files: { open: async () => ({ file, directory }) } };
  const { graph } = await openGraph('sqlite:', context);
  const searchIndex = await openSearchIndex('sqlite:', context);
  await graph.commit(scope, {
    nodes: [{ id: 'n', kind: 'Fact', createdAt: at, updatedAt: at, indexedVersion: 0, properties: {} }],
  });
  const indexedVersion = async () => (await graph.get(scope, ['n']))[0]?.indexedVersion;
  for (const write of writes) write.mockClear();
  const commits = () => writes.flatMap(({ mock }) => mock.calls).length;
  return { graph, searchIndex, indexedVersion, commits };
}

it('marks a node in the commit of its document, and commits nothing to mark it again', async () => {
  const { graph, searchIndex, indexedVersion, commits } = await opened();
  await searchIndex.put(scope, [document], new Set(['n']));
  expect(await indexedVersion()).toBe(1);
  await graph.markIndexed(scope, [mark]);
  expect(commits()).toBe(1);
});

it('does not mark a node whose document was refused, or needs a vector still', async () => {
  const { graph, searchIndex, indexedVersion } = await opened();
  await searchIndex.put(scope, [{ ...document, vectors: [] }], new Set());
  expect(await indexedVersion()).toBe(0);
  await searchIndex.put(scope, [{ ...document, id: 'other' }], new Set(['other']));
  const longer = { ...document, vectors: [{ embedder: 'e', values: new Float32Array([1, 0, 0]) }] };
  await expect(searchIndex.put(scope, [longer], new Set(['n']))).rejects.toThrow('dimensions');
  expect(await indexedVersion()).toBe(0);
  await graph.markIndexed(scope, [mark]);
  expect(await indexedVersion()).toBe(1);
});
