import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { openEmbeddedFile } from '../src/file/index.ts';
import { openSqliteDetails, openSqliteGraph, openSqliteKeyValue, openSqliteSearchIndex } from '../src/index.ts';
import { crashScope } from './crash-scope.ts';

it('has every acknowledged write once after its process was killed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'agent-mem-crash-'));
  try {
    let acknowledged = 0;
    for (const kills of [3, 40, 150]) {
      const seen = await writeUntilKilled(directory, acknowledged, kills);
      await check(directory, seen);
      acknowledged = Math.max(...seen) + 1000;
    }
  } finally {
    await rm(directory, { recursive: true });
  }
});

/** Kills the writer in the middle of its work, once it has acknowledged so many. Answers the numbers acknowledged. */
async function writeUntilKilled(directory: string, first: number, kills: number): Promise<number[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-writer.ts'), directory, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const seen = () => [...output.matchAll(/ok (\d+);/g)].map(([, n]) => Number(n));
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    if (seen().length >= kills) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  expect(seen().length).toBeGreaterThanOrEqual(kills);
  return seen();
}

async function check(directory: string, acknowledged: readonly number[]): Promise<void> {
  await using file = await openEmbeddedFile(directory);
  const graph = openSqliteGraph(file, { clock: systemClock });
  const index = openSqliteSearchIndex(file);
  const keyValue = openSqliteKeyValue(file, { clock: systemClock });
  const details = openSqliteDetails(file, { directory: join(directory, 'details') });
  const ids = acknowledged.map((n) => `n${n}`);

  expect((await graph.get(crashScope, ids)).map(({ id, version }) => [id, version])).toEqual(ids.map((id) => [id, 1]));
  expect(await index.get(crashScope, ids)).toHaveLength(ids.length);
  const journal = (await keyValue.list(crashScope, 'journal')).filter((id) => ids.includes(id));
  expect([...journal].sort()).toEqual([...ids].sort());
  for (const id of ids) {
    expect(await graph.history(crashScope, id)).toHaveLength(1);
    expect(await graph.idempotencyRecord(crashScope, 'store', id)).toMatchObject({ reply: { id } });
    const stat = await details.stat(crashScope, id);
    const bytes = await details.read(crashScope, id, { offset: 0, maxBytes: 2_000_000 });
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(stat?.hash);
  }

  // What was not acknowledged is there whole or not at all: a node for each event, one event for each node.
  const entries = await outboxOf(graph);
  expect(new Set(entries).size).toBe(entries.length);
  expect(await graph.count(crashScope, { kinds: ['Fact'] })).toBe(entries.length);
  expect(await graph.get(crashScope, entries)).toHaveLength(entries.length);
  const files = await readdir(join(directory, 'details'));
  expect(files.filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual([]);
  const { documents, documentFrequency } = await index.statistics(crashScope, { kinds: ['Fact'], terms: ['all'] });
  expect(documentFrequency.get('all')).toBe(documents);
  expect(file.read(({ statement }) => statement('PRAGMA integrity_check').get())).toEqual({ integrity_check: 'ok' });
}

async function outboxOf(graph: ReturnType<typeof openSqliteGraph>): Promise<string[]> {
  return (await graph.outbox(1_000_000)).map((entry) => entry.event.id);
}
