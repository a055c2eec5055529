import { openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedData, scopeOf, systemClock } from '@agent-mem/contract';
import { event, node } from '@agent-mem/storage/contract-suite/fixtures';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteDetails, openSqliteGraph, openSqliteKeyValue } from '../src/index.ts';
import { type TemporaryFile, temporaryFile } from './temporary-file.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const small = { memoryKey: 'small', contentType: 'text/plain', metadata: { a: 1 }, createdAt: '2026-05-01T10:00:00.000Z' };
const large = { ...small, memoryKey: 'large' };

let temporary: TemporaryFile;
let stores: ReturnType<typeof openAll>;
beforeEach(async () => {
  temporary = await temporaryFile();
  stores = openAll();
  const { graph, keyValue, details } = stores;
  await graph.commit(scope, {
    nodes: [node({ id: 'a', record: 'stored' }), node({ id: 'b' })],
    edges: [{ id: 'e', kind: 'mentions', from: 'a', to: 'b', createdAt: small.createdAt, weight: 0.5 }],
    events: [event(scope, 'a')],
    idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: { id: 'a' } },
  });
  await keyValue.set(scope, 'value', 'v', { ttlMs: 1e9 });
  await keyValue.append(scope, 'list', ['a', 'b']);
  await details.put(scope, small, [Buffer.from('a small text')]);
  await details.put(scope, large, [Buffer.alloc(2_000_000, 'a')]);
});
afterEach(() => temporary[Symbol.asyncDispose]());

function openAll() {
  return {
    graph: openSqliteGraph(temporary.file, { clock: systemClock }),
    keyValue: openSqliteKeyValue(temporary.file, { clock: systemClock }),
    details: openSqliteDetails(temporary.file, { directory: join(temporary.directory, 'details') }),
  };
}

/** As a disk changes a byte: nothing else of the row goes with it. */
const change = (sql: string) => temporary.file.write(({ statement }) => statement(sql).run());
const damage = () => Array.fromAsync(temporary.file.damage());
const readAll = (memoryKey: string) => stores.details.read(scope, memoryKey, { offset: 5, maxBytes: 3 });

const reads: readonly (readonly [table: string, sql: string, id: string, read: () => Promise<unknown>])[] = [
  ['graph_nodes', "UPDATE graph_nodes SET weight = 0.25 WHERE id = 'a'", 'a', () => stores.graph.get(scope, ['a'])],
  [
    'graph_edges',
    "UPDATE graph_edges SET to_id = 'a' WHERE id = 'e'",
    'e',
    () => stores.graph.neighbours(scope, 'a', { direction: 'both', limit: 5 }),
  ],
  [
    'graph_history',
    "UPDATE graph_history SET node = replace(node, 'a', 'o')",
    'a version 1',
    () => stores.graph.history(scope, 'a'),
  ],
  [
    'graph_replies',
    "UPDATE graph_replies SET reply = '{}'",
    'idempotency key k of store',
    () => stores.graph.idempotencyRecord(scope, 'store', 'k'),
  ],
  ['graph_outbox', "UPDATE graph_outbox SET event = '{}'", 'event 1', () => stores.graph.outbox(1)],
  ['kv_values', "UPDATE kv_values SET value = 'w'", 'key value', () => stores.keyValue.get(scope, 'value')],
  [
    'kv_items',
    "UPDATE kv_items SET value = 'c' WHERE position = 1",
    'entry 1 of list 1',
    () => stores.keyValue.list(scope, 'list'),
  ],
  [
    'details',
    "UPDATE details SET metadata = '{}' WHERE memory_key = 'small'",
    'detail small',
    () => stores.details.stat(scope, 'small'),
  ],
];

describe('a changed row', () => {
  it.each(reads)('of %s is never read, and found by the scan', async (table, sql, id, read) => {
    await read();
    expect(await damage()).toEqual([]);
    await change(sql);
    const reading = read();
    await expect(reading).rejects.toBeInstanceOf(DamagedData);
    await expect(reading).rejects.toThrow(`${id} is damaged in ${temporary.file.path}, table ${table} `);
    const found = await damage();
    expect(found).toMatchObject([{ problem: 'record-damaged', table, id }]);
    const isScoped = !['graph_outbox', 'kv_items'].includes(table);
    expect(found[0]?.owner).toBe(isScoped ? 'w/u/c' : null);
    await expect(stores.graph.check()).rejects.toThrow(`${id} is damaged`);
  });

  it('may be written over, marked as indexed, and purged', async () => {
    await stores.graph.markIndexed(scope, [{ id: 'a', version: 1 }]);
    expect(await damage()).toEqual([]);
    await change("UPDATE graph_nodes SET weight = 0.25 WHERE id = 'a'");
    await stores.graph.commit(scope, { nodes: [node({ id: 'a' })] });
    expect(await stores.graph.get(scope, ['a'])).toMatchObject([{ version: 2 }]);
    await change("UPDATE graph_edges SET weight = 1 WHERE id = 'e'");
    await stores.graph.purge(scope, { ids: ['b'] });
    expect(await damage()).toEqual([]);
  });

  it('stops the dump of its scope', async () => {
    await change("UPDATE graph_history SET record = 'storex'");
    await expect(Array.fromAsync(stores.graph.dump(scope))).rejects.toThrow('a version 1 is damaged');
  });
});

describe('changed content', () => {
  it('in the data file is never read', async () => {
    expect(Buffer.from((await readAll('small')) ?? '').toString()).toBe('ll ');
    await change("UPDATE detail_chunks SET bytes = CAST('a smaLl text' AS BLOB)");
    await expect(readAll('small')).rejects.toThrow('detail small is damaged');
    expect(await damage()).toMatchObject([{ problem: 'record-damaged', table: 'details', id: 'detail small' }]);
  });

  it('in a file of its own is not read by the next process, and found by the scan in this', async () => {
    expect(await readAll('large')).toHaveLength(3);
    const folder = join(temporary.directory, 'details');
    const [name = ''] = readdirSync(folder);
    writeSync(openSync(join(folder, name), 'r+'), 'x', 1_000_000);
    expect(await damage()).toMatchObject([{ id: 'detail large' }]);
    await temporary.reopen();
    stores = openAll();
    await expect(readAll('large')).rejects.toThrow('detail large is damaged');
    rmSync(join(folder, name));
    await expect(readAll('large')).rejects.toThrow('detail large is damaged');
    expect(await damage()).toMatchObject([{ id: 'detail large' }]);
  });
});
