/** Writes to the stores of a directory until it is killed, and says what was acknowledged: "ok <n>;" once all of write n is. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '@agent-mem/contract';
import { event, node } from '@agent-mem/storage/contract-suite/fixtures';
import { openEmbeddedFile } from '../src/file/index.ts';
import { openSqliteDetails, openSqliteGraph, openSqliteKeyValue, openSqliteSearchIndex } from '../src/index.ts';
import { crashScope } from './crash-scope.ts';

const [directory = '', first = '0'] = process.argv.slice(2);
const file = await openEmbeddedFile(directory);
const graph = openSqliteGraph(file, { clock: systemClock });
const index = openSqliteSearchIndex(file);
const keyValue = openSqliteKeyValue(file, { clock: systemClock });
const details = openSqliteDetails(file, { directory: join(directory, 'details') });

async function write(n: number): Promise<void> {
  const id = `n${n}`;
  const detail = { memoryKey: id, contentType: 'text/plain', metadata: {}, createdAt: '2026-05-01T10:00:00.000Z' };
  await details.put(crashScope, detail, n % 20 === 0 ? [randomBytes(1_500_000)] : [Buffer.from(`content ${n}`)]);
  await graph.commit(crashScope, {
    nodes: [node({ id, expectedVersion: 0, record: 'stored' })],
    edges: [{ id: `e${n}`, kind: 'next', from: id, to: `n${n + 1}`, createdAt: '2026-05-01T10:00:00.000Z' }],
    events: [event(crashScope, id)],
    idempotency: { operation: 'store', key: id, requestHash: id, reply: { id } },
  });
  const document = {
    id,
    kind: 'Fact',
    version: 1,
    conversationId: null,
    visibility: 'scope',
    ordinal: null,
    role: null,
  } as const;
  const vectors = [{ embedder: 'e', values: Float32Array.of(1, 0) }];
  await index.put(crashScope, [
    { ...document, timestamp: 0, terms: { all: 1, [id]: 2 }, length: 3, vectors, fields: {}, attributes: null },
  ]);
  await keyValue.append(crashScope, 'journal', [id]);
  process.stdout.write(`ok ${n};\n`);
}

let next = Number(first);
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) await write(next++);
  }),
);
