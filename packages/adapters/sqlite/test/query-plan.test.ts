import { join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EmbeddedFile } from '../src/file/index.ts';
import { openSqliteDetails, openSqliteGraph, openSqliteKeyValue, openSqliteSearchIndex } from '../src/index.ts';
import { recordingFile } from './recording-file.ts';
import { type TemporaryFile, temporaryFile } from './temporary-file.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const time = '2026-05-01T10:00:00.000Z';

let temporary: TemporaryFile;
let file: EmbeddedFile;
let sql: Set<string>;
beforeEach(async () => {
  temporary = await temporaryFile();
  ({ file, sql } = recordingFile(temporary.file));
});
afterEach(() => temporary[Symbol.asyncDispose]());

/** What the plans of all statements run so far do beside searching in an index. Putting what was asked for by name in order is no step. */
function slowSteps(): string[] {
  return [...sql].flatMap((text) =>
    stepsOf(text).filter((step) =>
      text.includes('json_each(?)')
        ? /^SCAN (?!\(|CONSTANT|asked)/.test(step)
        : /^(SCAN (?!\(|CONSTANT|p )|USE TEMP B-TREE)/.test(step),
    ),
  );
}

/** Nothing is bound: a plan does not depend on it. */
function stepsOf(text: string): string[] {
  return temporary.file.read(({ statement }) =>
    statement(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map((row) => String(row.detail)),
  );
}

it('answers every read of the graph in the order of an index', async () => {
  const graph = openSqliteGraph(file, { clock: systemClock });
  await graph.commit(scope, {
    nodes: ['a', 'b'].map((id) => ({ id, kind: 'Fact', createdAt: time, updatedAt: time, record: 'stored', properties: {} })),
    edges: [{ id: 'e', kind: 'mentions', from: 'a', to: 'b', createdAt: time }],
    events: [],
    idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: {} },
  });
  const page = { kinds: ['Fact'], limit: 1 } as const;
  const { nextCursor: cursor } = await graph.find(scope, { ...page, order: 'createdAt' });
  expect(cursor).not.toBeNull();
  await graph.find(scope, { ...page, order: 'createdAt', descending: true, cursor });
  await graph.find(scope, { ...page, order: 'updatedAt', where: { a: 1, b: 'x', c: true } });
  await graph.find(scope, { ...page, order: 'ordinal', conversationId: 'c', ordinals: { from: 1, to: 5 } });
  await graph.find(scope, { ...page, order: 'ordinal', conversationId: 'c', descending: true });
  await graph.find(scope, { ...page, order: 'weight', descending: true, weights: { from: 0, to: 1 } });
  await graph.edges(scope, ['e']);
  await graph.count(scope, { kinds: ['Fact', 'Episode'], statuses: ['ACTIVE', 'ARCHIVED'] });
  await graph.count(scope, { kinds: ['Message'], conversationId: 'c' });
  await graph.neighbours(scope, 'a', { direction: 'out', limit: 1 });
  await graph.stepsFrom(scope, ['a', 'b'], { direction: 'both', exceptKinds: ['Guard'], limit: 10 });
  await graph.neighbours(scope, 'b', { direction: 'in', limit: 1, kinds: ['mentions'] });
  await graph.neighbours(scope, 'b', { direction: 'in', limit: 1, kinds: ['mentions'], sort: 'weightDescending' });
  await graph.get(scope, ['a']);
  await graph.history(scope, 'a');
  await graph.idempotencyRecord(scope, 'store', 'k');
  await graph.markIndexed(scope, [{ id: 'a', version: 1 }]);
  await graph.due(['Conversation'], time, 10);
  await graph.dropIdempotencyRecords(time);
  await graph.unindexed(['Fact'], 10);
  expect(slowSteps()).toEqual([]);
  // The outbox holds nothing but what is looked for.
  await graph.outbox(10);
  expect(slowSteps()).toEqual(['SCAN graph_outbox']);
});

it('sorts only the heads when a page is of several kinds', async () => {
  const graph = openSqliteGraph(file, { clock: systemClock });
  await graph.commit(scope, {});
  await graph.find(scope, { kinds: ['Fact', 'Episode'], statuses: ['ACTIVE', 'ARCHIVED'], order: 'createdAt', limit: 10 });
  const [page = ''] = [...sql].filter((text) => text.includes('UNION ALL'));
  const steps = stepsOf(page);
  expect(steps.filter((step) => step.startsWith('SEARCH graph_nodes USING INDEX graph_nodes_by_created'))).toHaveLength(4);
});

it('answers every read of the search index by an index', async () => {
  const index = openSqliteSearchIndex(file);
  const vector = { embedder: 'e', values: Float32Array.of(1, 0) };
  const document = {
    id: 'd',
    kind: 'Fact',
    version: 1,
    conversationId: 'c',
    visibility: 'scope',
    ordinal: 1,
    role: null,
    timestamp: 0,
    terms: { a: 1 },
    length: 1,
    vectors: [vector],
    fields: {},
    attributes: null,
  } as const;
  await index.put(scope, [document]);
  await index.put(scope, [document]);
  await index.search(scope, { kinds: ['Fact'], terms: [{ term: 'a', weight: 1 }], vector, limit: 10 });
  await index.statistics(scope, { kinds: ['Fact'], terms: ['a'] });
  await index.get(scope, ['d']);
  await index.at(scope, [{ conversationId: 'c', ordinal: 1 }], { vector });
  await index.vectors(scope, ['d'], vector.embedder);
  await index.embedders(scope);
  for await (const _ of index.scopes()) break;
  await index.versions(scope, null, 10);
  await index.dropVectors(scope, vector.embedder);
  await index.delete(scope, [{ id: 'd', version: 1 }]);
  await index.clear(scope);
  expect(slowSteps()).toEqual([]);
});

it('answers every read of the key-value store and the details by an index', async () => {
  const keyValue = openSqliteKeyValue(file, { clock: systemClock });
  await keyValue.set(scope, 'k', 'v', { ttlMs: 1 });
  await keyValue.compareAndSet(scope, 'k', 0, 'v');
  await keyValue.get(scope, 'k');
  await keyValue.append(scope, 'l', ['a'], { ttlMs: 1 });
  await keyValue.list(scope, 'l');
  await keyValue.acquire(scope, 'k', 'h', 1);
  await keyValue.release(scope, 'k', 'h');
  await keyValue.delete(scope, 'k');
  await Array.fromAsync(keyValue.entries('k'));
  const details = openSqliteDetails(file, { directory: join(temporary.directory, 'details') });
  const description = { memoryKey: 'k', contentType: 'text/plain', metadata: {}, createdAt: time };
  for (let i = 0; i < 2; i++) await details.put(scope, description, [Buffer.from('words')]);
  await details.stat(scope, 'k');
  await details.read(scope, 'k', { offset: 0, maxBytes: 10 });
  for await (const _ of details.stored({ before: time })) break;
  for await (const _ of details.stored({ before: time, scope })) break;
  await details.delete(scope, 'k');
  expect(slowSteps()).toEqual(['SCAN kv_sequence']);
  // What other scopes have stored is not read.
  const ofScope = [...sql].filter((text) => text.includes('FROM details AS d INDEXED BY') && text.includes('d.scope = ?'));
  expect(ofScope.flatMap(stepsOf)).toContainEqual(expect.stringMatching(/^SEARCH d USING INDEX \w+ \(scope=\? AND /));
});
