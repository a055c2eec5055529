import { randomBytes } from 'node:crypto';
import { type Scope, scopeOf } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import { memoryPorts, scope } from '@agent-mem/testing/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportScope } from './export-scope.ts';
import { importScope } from './import-scope.ts';
import { verifyArchive } from './verify-archive.ts';

const at = '2026-05-07T00:00:00.000Z';
const other = scopeOf({ workspace: 'default', user: 'u2', collection: 'default' });
let ports: Ports;
beforeEach(async () => {
  ports = memoryPorts();
  const base = { createdAt: at, updatedAt: at };
  const properties = { content: 'größe 🧠\n"quoted"' };
  await ports.graph.commit(scope, {
    nodes: [
      { id: 'fact_1', kind: 'Fact', indexedVersion: 0, record: 'stored', properties, ...base },
      { id: 'msg_1', kind: 'Message', conversationId: 'c', ordinal: 1, properties: {}, ...base },
      { id: 'det_1', kind: 'Detail', properties: { memory_key: 'large' }, ...base },
    ],
    edges: [{ id: 'edge_1', kind: 'mentions', from: 'msg_1', to: 'fact_1', weight: 0.5, createdAt: at }],
    idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: { fact_id: 'fact_1' } },
  });
  const description = { contentType: 'application/octet-stream', metadata: { of: 'a tool' }, createdAt: at };
  await ports.details.put(scope, { memoryKey: 'large', ...description }, [large]);
  await ports.details.put(scope, { memoryKey: 'empty', ...description }, []);
});

const large = randomBytes(1_300_000);
const exported = (of: Scope = scope, from = ports) => Array.fromAsync(exportScope(of, from));
async function* linesOf(lines: readonly string[]) {
  yield* lines;
}
const verified = (lines: readonly string[]) => verifyArchive(linesOf(lines));
/** What the head says of its making differs. */
const body = (lines: readonly string[]) => lines.slice(1, -1);

describe('an archive', () => {
  it('carries a scope to other stores and back, and is the same after it', async () => {
    const lines = await exported();
    expect(await verified(lines)).toEqual({ scope, lines: lines.length - 1 });
    const elsewhere = memoryPorts();
    for (let times = 0; times < 2; times += 1) {
      expect(await importScope(scope, () => linesOf(lines), elsewhere)).toEqual({ scope, records: 6, details: 2 });
      expect(body(await exported(scope, elsewhere))).toEqual(body(lines));
    }
    const read = await elsewhere.details.read(scope, 'large', { offset: 0, maxBytes: 2_000_000 });
    expect(Buffer.from(read ?? []).equals(large)).toBe(true);
    expect(await elsewhere.graph.history(scope, 'fact_1')).toMatchObject([{ record: 'stored' }]);
    expect(await elsewhere.graph.get(scope, ['fact_1', 'msg_1'])).toMatchObject([
      { indexedVersion: 0 },
      { indexedVersion: null },
    ]);
    expect(await elsewhere.graph.idempotencyRecord(scope, 'store', 'k')).toMatchObject({ reply: { fact_id: 'fact_1' } });
  });

  it('holds one scope only, and can be imported into another', async () => {
    await ports.graph.commit(other, { nodes: [{ id: 'x', kind: 'Fact', createdAt: at, updatedAt: at, properties: {} }] });
    await ports.details.put(other, { memoryKey: 'theirs', contentType: 'text/plain', metadata: {}, createdAt: at }, []);
    const lines = await exported();
    expect(lines.join('\n')).not.toMatch(/"x"|theirs/);
    await importScope(other, () => linesOf(lines), ports);
    expect(await ports.graph.get(other, ['fact_1', 'x'])).toHaveLength(2);
  });

  it('comes in whole, however many records it has', async () => {
    const nodes = Array.from({ length: 1_201 }, (_, index) => ({
      id: `fact_${index}`,
      createdAt: at,
      updatedAt: at,
      properties: {},
    }));
    await ports.graph.commit(other, { nodes: nodes.map((node) => ({ ...node, kind: 'Fact' })) });
    const lines = await exported(other);
    const elsewhere = memoryPorts();
    expect(await importScope(other, () => linesOf(lines), elsewhere)).toMatchObject({ records: 1_201 });
    expect(body(await exported(other, elsewhere))).toEqual(body(lines));
  });

  it('of which a detail is deleted while it is exported has those behind it', async () => {
    await ports.details.put(scope, { memoryKey: 'last', contentType: 'text/plain', metadata: {}, createdAt: at }, [
      Buffer.from('!'),
    ]);
    const read: Ports['details']['read'] = async (of, memoryKey, range) =>
      memoryKey === 'large' ? null : ports.details.read(of, memoryKey, range);
    const lines = await exported(scope, { ...ports, details: { ...ports.details, read } });
    const keys = lines.flatMap((line) => /^\{"detail":\{.*"memoryKey":"(\w+)"/.exec(line)?.[1] ?? []);
    expect(keys.sort()).toEqual(['empty', 'large', 'last']);
    expect(lines).toContain(JSON.stringify({ bytes: Buffer.from('!').toString('base64') }));
    await verified(lines);
  });

  it('that an earlier version has made is taken', async () => {
    const head =
      '{"archive":{"version":1,"scope":{"workspace":"default","user":"u1","collection":"default"},"created_at":"2026-05-07T00:00:00.000Z"}}';
    const node =
      '{"node":{"id":"fact_1","kind":"Fact","status":"ACTIVE","version":1,"createdAt":"2026-05-07T00:00:00.000Z","updatedAt":"2026-05-07T00:00:00.000Z","weight":null,"conversationId":null,"ordinal":null,"validFrom":null,"validTo":null,"dueAt":null,"indexedVersion":0,"properties":{"content":"größe"}}}';
    const end = '{"end":{"lines":2,"sha256":"b1780c53ad6c5beffda018816c8e60525bc64d847fe4516029443496c085623d"}}';
    expect(await verified([head, node, end])).toEqual({ scope, lines: 2 });
  });

  it('is the same whatever the search index has done meanwhile', async () => {
    const before = body(await exported());
    await ports.graph.markIndexed(scope, [{ id: 'fact_1', version: 1 }]);
    expect(body(await exported())).toEqual(before);
  });

  it.each([
    ['cut off behind a line', (lines: string[]) => lines.slice(0, -1), 'cut off behind this line; copy the file whole'],
    [
      'cut off in a line',
      (lines: string[]) => [...lines.slice(0, 4), lines[4]?.slice(0, 20) ?? ''],
      'line 5: it is cut off in the middle of this line; copy the file whole',
    ],
    ['cut off in its last line', (lines: string[]) => [...lines.slice(0, -1), '{"end":{"lines":1'], 'in the middle of this line'],
    ['cut off in its first line', () => ['{"archive":{"version"'], 'line 1: it is cut off in the middle'],
    ['of another kind of text', () => ['Dear diary'], 'line 1: it is no JSON object'],
    ['changed', (lines: string[]) => lines.map((line) => line.replace('quoted', 'quotes')), 'checksum'],
    ['without a line', (lines: string[]) => lines.toSpliced(2, 1), 'checksum'],
    ['with something behind its end', (lines: string[]) => [...lines, '{}'], 'behind its end'],
    ['with a line that is no JSON', (lines: string[]) => lines.toSpliced(2, 0, 'garbage'), 'line 3: it is no JSON'],
    ['of another program', (lines: string[]) => ['{"facts":[]}', ...lines.slice(1)], 'does not begin'],
    [
      'of a newer program',
      ([head = '', ...rest]: string[]) => [head.replace('"version":1', '"version":2'), ...rest],
      'version is 2',
    ],
    ['with nothing in it', () => [], 'empty'],
  ])('%s is refused', async (_, spoil, message) => {
    await expect(verified(spoil(await exported()))).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringContaining(message),
    });
  });

  it('whose content was replaced while it was exported is refused at that content', async () => {
    const lines = await exported();
    const changed = lines.map((line) => (line.startsWith('{"bytes"') ? JSON.stringify({ bytes: 'AAAA' }) : line));
    await expect(importScope(other, () => linesOf(changed), ports)).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringContaining('large'),
    });
    expect(await ports.details.stat(other, 'large')).toBeNull();
    expect(await ports.graph.get(other, ['fact_1'])).toEqual([]);
  });
});
