import { scopeOf } from '@agent-mem/contract';
import type { EmbeddedVector, IndexDocument, SearchIndex } from '@agent-mem/storage';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteSearchIndex } from '../src/index.ts';
import { recordingFile } from './recording-file.ts';
import { type TemporaryFile, temporaryFile } from './temporary-file.ts';

// Every piece of long work ends its turn, so that what is written meets reads half-way.
vi.mock('../src/search-index/event-loop-yield.ts', () => ({
  EventLoopYield: class {
    readonly isOver = true;
    nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  },
}));

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const other = scopeOf({ workspace: 'w', user: 'other', collection: 'c' });
const dimensions = 256;
const count = 1_800;

let temporary: TemporaryFile;
beforeEach(async () => {
  temporary = await temporaryFile();
});
afterEach(() => temporary[Symbol.asyncDispose]());

/** Far from every other. */
const vector = (n: number) => {
  const raw = Float32Array.from({ length: dimensions }, (_, i) => Math.sin(n * 12.9898 + i * 78.233 + n * i));
  const norm = Math.hypot(...raw);
  return { embedder: 'e', values: raw.map((value) => value / norm) };
};
const product = (a: EmbeddedVector, b: EmbeddedVector) => a.values.reduce((sum, value, i) => sum + value * (b.values[i] ?? 0), 0);
const document = (n: number, given: Partial<IndexDocument> = {}): IndexDocument => ({
  id: `d${n}`,
  kind: 'Fact',
  version: 1,
  conversationId: 'c',
  visibility: 'scope',
  ordinal: n + 1,
  role: null,
  timestamp: n,
  terms: { all: 1 },
  length: 1,
  vectors: [vector(n)],
  fields: { n },
  attributes: null,
  ...given,
});
const documents = Array.from({ length: count }, (_, n) => document(n));

/** The nearest of a document's own vector, and what the scope holds. */
const nearest = async (index: SearchIndex, n: number) => {
  const hits = await index.search(scope, { kinds: ['Fact'], vector: vector(n), limit: 1 });
  return hits.map(({ id, fields }) => [id, fields.n]);
};
const held = async (index: SearchIndex) => {
  const { documents, documentFrequency } = await index.statistics(scope, { kinds: ['Fact'], terms: ['all'] });
  return [documents, documentFrequency.get('all')];
};

it.each(['columns', 'vectors'])('shows reads what was written while the %s were being loaded', async (loading) => {
  const index = openSqliteSearchIndex(temporary.file);
  await index.put(scope, documents);
  if (loading === 'vectors') await held(index);
  const early = index.search(scope, { kinds: ['Fact'], vector: vector(0), limit: 5 });
  await index.put(scope, [
    document(count),
    document(3, { version: 2, vectors: [vector(9_000)] }),
    document(1_700, { version: 2, vectors: [] }),
  ]);
  await index.delete(
    scope,
    [10, 1_600].map((n) => ({ id: `d${n}`, version: 1 })),
  );
  const late = index.search(scope, { kinds: ['Fact'], terms: [{ term: 'all', weight: 1 }], vector: vector(0), limit: 1_000 });
  expect((await early).length).toBe(5);
  expect(new Set((await late).map(({ id }) => id)).size).toBe((await late).length);
  expect(await nearest(index, count)).toEqual([[`d${count}`, count]]);
  expect(await nearest(index, 9_000)).toEqual([['d3', 3]]);
  for (const gone of [10, 1_600, 1_700]) expect(await nearest(index, gone)).not.toEqual([[`d${gone}`, gone]]);
  expect(await held(index)).toEqual([count - 1, count - 1]);
});

it('mixes nothing of before and after when a scope is cleared while it is read', async () => {
  const index = openSqliteSearchIndex(temporary.file);
  await index.put(scope, documents);
  for (const from of [0, 1]) {
    const reads = Array.from({ length: 5 }, () => index.search(scope, { kinds: ['Fact'], vector: vector(500), limit: 20 }));
    // In one commit: a read that goes on finds other documents under the numbers it knows.
    await Promise.all([index.clear(scope), index.put(scope, documents.toReversed().slice(from))]);
    for (const hits of await Promise.all(reads)) {
      for (const { fields, cosine } of hits) expect(cosine).toBeCloseTo(product(vector(500), vector(Number(fields.n))), 3);
    }
    expect(await nearest(index, 500)).toEqual([['d500', 500]]);
  }
});

it('keeps scopes apart that push each other out while they are read', async () => {
  const filling = openSqliteSearchIndex(temporary.file);
  await filling.put(scope, documents);
  await filling.put(
    other,
    documents.map((each) => ({ ...each, id: `other-${each.id}` })),
  );
  const index = openSqliteSearchIndex(temporary.file, { maxBytes: 0 });
  for (let round = 0; round < 3; round += 1) {
    const query = { kinds: ['Fact'], vector: vector(700), limit: 1 } as const;
    const [own, theirs] = await Promise.all([index.search(scope, query), index.search(other, query)]);
    expect(own.map(({ id }) => id)).toEqual(['d700']);
    expect(theirs.map(({ id }) => id)).toEqual(['other-d700']);
    await index.put(scope, [document(700, { version: round + 2 })]);
  }
});

it('reads ahead the scope that was written last, so that the first search there reads no document and no vector', async () => {
  const filling = openSqliteSearchIndex(temporary.file);
  await filling.put(scope, documents);
  await filling.put(other, [document(0)]);
  await filling.put(scope, [document(5, { version: 2 })]);
  const { file, sql } = recordingFile(temporary.file);
  const index = openSqliteSearchIndex(file);
  await index.readAhead?.();
  sql.clear();
  expect(await nearest(index, 5)).toEqual([['d5', 5]]);
  expect([...sql].filter((text) => text.includes('index_'))).toEqual([]);
});

it('has nothing to read ahead in a new file', async () => {
  await expect(openSqliteSearchIndex(temporary.file).readAhead?.()).resolves.toBeUndefined();
});

it.each(['index_bodies', 'SELECT number, vector FROM index_vectors'])(
  'reads again what could not be read to its end (%s)',
  async (broken) => {
    await openSqliteSearchIndex(temporary.file).put(scope, documents);
    let failing = true;
    const file = {
      ...temporary.file,
      read: ((run) =>
        temporary.file.read((reader) =>
          run({
            statement(sql) {
              if (failing && sql.includes(broken)) throw new Error('disk');
              return reader.statement(sql);
            },
          }),
        )) as typeof temporary.file.read,
    };
    const index = openSqliteSearchIndex(file);
    await expect(nearest(index, 5)).rejects.toThrow('disk');
    failing = false;
    expect(await nearest(index, 5)).toEqual([['d5', 5]]);
  },
);
