import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { scopeOf, systemClock } from '@agent-mem/contract';
import type { IndexDocument } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteDetails, openSqliteGraph, openSqliteKeyValue, openSqliteSearchIndex } from '../src/index.ts';
import { type TemporaryFile, temporaryFile } from './temporary-file.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const other = scopeOf({ workspace: 'w', user: 'other', collection: 'c' });
const count = 1_200;

let temporary: TemporaryFile;
beforeEach(async () => {
  temporary = await temporaryFile();
});
afterEach(() => temporary[Symbol.asyncDispose]());

const document = (n: number): IndexDocument => ({
  ...{ id: `d${n}`, kind: 'Fact', version: 1, conversationId: null, visibility: 'scope', ordinal: null, role: null },
  ...{ timestamp: n, terms: { all: 1 }, length: 1, vectors: [], fields: {}, attributes: null },
});

/** How many turns of the event loop others had until the work was done. */
async function turnsBeside(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  await work();
  isOver = true;
  await others;
  return turns;
}

it('reads many nodes whose documents are behind in several turns, each once and in order', async () => {
  const graph = openSqliteGraph(temporary.file, { clock: systemClock });
  // Two scopes may have nodes of one id and one time.
  const node = (n: number) => {
    const at = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 7)).toISOString();
    return { id: `f${n}`, kind: 'Fact' as const, createdAt: at, updatedAt: at, indexedVersion: 0, properties: {} };
  };
  const nodes = Array.from({ length: count }, (_, n) => node(n));
  for (const each of [scope, other]) await graph.commit(each, { nodes });
  // Now a page ends between two of them.
  await graph.commit(scope, { nodes: [node(-1)] });
  let found: Awaited<ReturnType<typeof graph.unindexed>> = [];
  const turns = await turnsBeside(async () => {
    found = await graph.unindexed(['Fact'], 3 * count);
  });
  expect(turns).toBeGreaterThan(10);
  expect(new Set(found.map((each) => `${each.scope.user} ${each.node.id}`)).size).toBe(2 * count + 1);
  const times = found.map((each) => each.node.updatedAt);
  expect(times).toEqual(times.toSorted());
  expect(await graph.unindexed(['Fact'], 150)).toEqual(found.slice(0, 150));
});

it('forgets many deleted documents in several commits when a scope is cleared', async () => {
  const index = openSqliteSearchIndex(temporary.file);
  const documents = Array.from({ length: count }, (_, n) => document(n));
  await index.put(scope, documents);
  await index.delete(
    scope,
    documents.slice(1).map(({ id }) => ({ id, version: 9 })),
  );
  const write = vi.spyOn(temporary.file, 'write');
  await index.clear(scope);
  expect(write.mock.calls.length).toBeGreaterThan(2);
  // What was deleted is forgotten: an older version can be put again.
  await index.put(scope, documents.slice(1, 3));
  expect((await index.versions(scope, null, 10)).map(({ id }) => id)).toEqual(['d1', 'd2']);
});

it('purges many details in several commits', async () => {
  const details = openSqliteDetails(temporary.file, { directory: join(temporary.directory, 'details') });
  const createdAt = new Date(0).toISOString();
  const keys = Array.from({ length: 300 }, (_, n) => `k${n}`);
  for (const memoryKey of keys)
    await details.put(scope, { memoryKey, contentType: 'text/plain', metadata: {}, createdAt }, [Buffer.from('words')]);
  const write = vi.spyOn(temporary.file, 'write');
  expect(await details.purge(scope, keys.slice(0, 150))).toBe(150);
  expect(write.mock.calls.length).toBeGreaterThan(2);
  expect(await details.purge(scope, 'everything')).toBe(150);
  expect(write.mock.calls.length).toBeGreaterThan(5);
  expect(await Array.fromAsync(details.stored({ scope }))).toEqual([]);
});

it('drops many expired idempotency records in several commits', async () => {
  const graph = openSqliteGraph(temporary.file, { clock: systemClock });
  const recordOf = (key: string) => ({ operation: 'facts.store', key, requestHash: 'h', reply: {} });
  for (let n = 0; n < 120; n += 1) await graph.commit(scope, { idempotency: recordOf(`k${n}`) });
  const write = vi.spyOn(temporary.file, 'write');
  expect(await graph.dropIdempotencyRecords('2999-01-01T00:00:00.000Z')).toBe(120);
  expect(write.mock.calls.length).toBeGreaterThan(2);
  expect(await graph.idempotencyRecord(scope, 'facts.store', 'k119')).toBeNull();
});

it('purges many values and lists in several commits', async () => {
  const keyValue = openSqliteKeyValue(temporary.file, { clock: systemClock });
  for (let n = 0; n < 240; n += 1) {
    const key = `${n % 2 === 0 ? 'named' : 'other'}-${n}`;
    await keyValue.set(scope, key, 'v');
    await keyValue.append(scope, key, ['a', 'b']);
  }
  await keyValue.append(scope, 'list', ['a', 'of named']);
  const write = vi.spyOn(temporary.file, 'write');
  expect(await keyValue.purge(scope, ['named', 'nobody'])).toBe(241);
  expect(write.mock.calls.length).toBeGreaterThan(4);
  write.mockClear();
  expect(await keyValue.purge(scope, 'everything')).toBe(240);
  expect(write.mock.calls.length).toBeGreaterThan(4);
  expect(await keyValue.list(scope, 'other-1')).toEqual([]);
  const left = temporary.file.read(({ statement }) => statement('SELECT count(*) AS items FROM kv_items').get());
  expect(left).toEqual({ items: 0 });
});

it('drops the entries of a long expired list in several commits', async () => {
  const clock = turnedClock();
  const keyValue = openSqliteKeyValue(temporary.file, { clock });
  const values = Array.from({ length: 250 }, (_, n) => `value ${n}`);
  await keyValue.append(scope, 'long', values, { ttlMs: 1_000 });
  await keyValue.append(scope, 'lasting', values);
  await clock.advance(1_000);
  const left = () =>
    Number(temporary.file.read(({ statement }) => statement('SELECT count(*) AS items FROM kv_items').get())?.items);
  const counts: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    await keyValue.set(scope, 'other', 'v');
    counts.push(left());
  }
  expect(counts).toEqual([400, 300, 250, 250]);
  expect(temporary.file.read(({ statement }) => statement('SELECT key FROM kv_lists').all())).toEqual([{ key: 'lasting' }]);
  expect(await keyValue.list(scope, 'lasting')).toEqual(values);
});

it('writes none of many documents when one has a vector of another dimension', async () => {
  const index = openSqliteSearchIndex(temporary.file);
  const documents = Array.from({ length: count }, (_, n) => ({
    ...document(n),
    vectors: [{ embedder: 'e', values: new Float32Array(n === count - 1 ? 3 : 2).fill(1) }],
  }));
  await expect(index.put(scope, documents)).rejects.toMatchObject({ type: 'invalid-argument' });
  expect(await index.versions(scope, null, 10)).toEqual([]);
});
