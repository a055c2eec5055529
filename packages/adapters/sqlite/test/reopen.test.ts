import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, scopeOf, systemClock } from '@agent-mem/contract';
import type { IndexDocument } from '@agent-mem/storage';
import { event, node } from '@agent-mem/storage/contract-suite/fixtures';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedFile } from '../src/file/index.ts';
import { openSqliteDetails, openSqliteGraph, openSqliteKeyValue, openSqliteSearchIndex } from '../src/index.ts';
import { type TemporaryFile, temporaryFile } from './temporary-file.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const clock: Clock = { now: () => 1_780_000_000_000, sleep: systemClock.sleep };

let temporary: TemporaryFile;
beforeEach(async () => {
  temporary = await temporaryFile();
});
afterEach(() => temporary[Symbol.asyncDispose]());

describe('a file that is opened again', () => {
  const openAll = (file: EmbeddedFile) => ({
    graph: openSqliteGraph(file, { clock }),
    index: openSqliteSearchIndex(file),
    keyValue: openSqliteKeyValue(file, { clock }),
    details: openSqliteDetails(file, { directory: join(temporary.directory, 'details') }),
  });
  const document = (n: number): IndexDocument => ({
    id: `d${n}`,
    kind: 'Fact',
    version: 1,
    conversationId: n % 2 === 0 ? 'c' : null,
    visibility: n % 3 === 0 ? 'conversation' : 'scope',
    ordinal: n,
    role: 'user',
    timestamp: n,
    terms: { word: n + 1, [`t${n}`]: 1 },
    length: n + 2,
    vectors: [{ embedder: 'e', values: Float32Array.of(Math.cos(n), Math.sin(n)) }],
    fields: { n },
    attributes: null,
  });

  it('gives the same answers', async () => {
    const answers = async ({ graph, index, keyValue, details }: ReturnType<typeof openAll>) => [
      await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 10 }),
      await graph.history(scope, 'a'),
      await graph.idempotencyRecord(scope, 'store', 'k'),
      await graph.outbox(10),
      await index.search(scope, {
        kinds: ['Fact'],
        terms: [{ term: 'word', weight: 2 }],
        vector: { embedder: 'e', values: Float32Array.of(0, 1) },
        visibleFrom: 'c',
        limit: 20,
      }),
      await index.statistics(scope, { kinds: ['Fact'], terms: ['word', 't7'], conversationIds: ['c'] }),
      await keyValue.get(scope, 'k'),
      await keyValue.list(scope, 'k'),
      await details.read(scope, 'large', { offset: 1_000_000, maxBytes: 500 }),
      await details.search(scope, { words: ['needle'], limit: 10 }),
    ];
    const stores = openAll(temporary.file);
    const { graph, index, keyValue, details } = stores;
    await graph.commit(scope, {
      nodes: [node({ id: 'a', record: 'stored' }), node({ id: 'b' })],
      events: [event(scope, 'a')],
      idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: { id: 'a' } },
    });
    // Searched before they change, so that what is held in memory has followed the changes.
    await index.put(scope, [document(500)]);
    await answers(stores);
    await index.put(
      scope,
      Array.from({ length: 600 }, (_, n) => document(n)),
    );
    await index.put(scope, [{ ...document(7), version: 2, terms: { word: 999 }, visibility: 'scope', conversationId: 'c' }]);
    await index.put(scope, [{ ...document(8), version: 2, vectors: [] }]);
    await index.delete(
      scope,
      ['d9', 'd500', 'd599'].map((id) => ({ id, version: 1 })),
    );
    await keyValue.set(scope, 'k', 'v');
    await keyValue.append(scope, 'k', ['a', 'b']);
    const description = { memoryKey: 'large', contentType: 'text/plain', metadata: {}, createdAt: '2026-05-01T10:00:00.000Z' };
    await details.put(scope, description, [randomBytes(2_000_000)]);
    await details.put(scope, { ...description, memoryKey: 'small' }, [Buffer.from('a needle')]);

    const before = await answers(stores);
    const after = await answers(openAll(await temporary.reopen()));
    expect(after).toEqual(before);
  });

  it('holds no lease for those who held it, and gives the next one a larger token', async () => {
    const before = await openAll(temporary.file).keyValue.acquire(scope, 'k', 'anne', 60_000);
    const { keyValue } = openAll(await temporary.reopen());
    expect((await keyValue.acquire(scope, 'k', 'bert', 60_000))?.token).toBeGreaterThan(before?.token ?? 0);
  });

  it('removes what a crash left of large details, and nothing else', async () => {
    const { details } = openAll(temporary.file);
    const description = { memoryKey: 'k', contentType: 'text/plain', metadata: {}, createdAt: '2026-05-01T10:00:00.000Z' };
    const { hash } = await details.put(scope, description, [randomBytes(2_000_000)]);
    const folder = join(temporary.directory, 'details');
    await writeFile(join(folder, 'half.incoming'), 'x');
    await writeFile(join(folder, 'f'.repeat(64)), 'x');
    openAll(await temporary.reopen());
    expect(await readdir(folder)).toEqual([hash]);
  });

  it('leaves no file behind a detail that is deleted, replaced or broken off', async () => {
    const { details } = openAll(temporary.file);
    const description = { memoryKey: 'k', contentType: 'text/plain', metadata: {}, createdAt: '2026-05-01T10:00:00.000Z' };
    async function* broken() {
      yield randomBytes(2_000_000);
      throw new Error('gone');
    }
    await expect(details.put(scope, description, broken())).rejects.toThrow('gone');
    await details.put(scope, description, [randomBytes(2_000_000)]);
    await details.put(scope, description, [randomBytes(2_000_000)]);
    await details.delete(scope, 'k');
    expect(await readdir(join(temporary.directory, 'details'))).toEqual([]);
  });
});

describe('a graph that publishes in its commit', () => {
  it('hands each event over inside the transaction, and undoes it with the commit', async () => {
    const published: string[] = [];
    temporary.file.migrate('test', ['CREATE TABLE published (id TEXT)']);
    const graph = openSqliteGraph(temporary.file, {
      clock,
      publish: (transaction, event) => {
        published.push(event.id);
        transaction.statement('INSERT INTO published VALUES (?)').run(event.id);
        if (event.id === 'fails') throw new Error('full');
      },
    });
    const stored = () =>
      temporary.file.read(({ statement }) =>
        statement('SELECT id FROM published')
          .all()
          .map(({ id }) => id),
      );
    await graph.commit(scope, { nodes: [node({ id: 'a' })], events: [event(scope, 'one'), event(scope, 'two')] });
    await expect(
      graph.commit(scope, { nodes: [node({ id: 'b' })], events: [event(scope, 'three'), event(scope, 'fails')] }),
    ).rejects.toThrow('full');
    await expect(graph.commit(scope, { events: [event(scope, 'four')], expect: [{ id: 'a', version: 0 }] })).rejects.toThrow();
    expect(published).toEqual(['one', 'two', 'three', 'fails']);
    expect(stored()).toEqual(['one', 'two']);
    expect(await graph.get(scope, ['b'])).toEqual([]);
  });
});
