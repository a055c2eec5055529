import { createIndexOnce } from '@agent-mem/recall';
import type { HostPorts } from '@agent-mem/service-kit';
import type { IndexDocument } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { memoryPorts, notesService, recordedLog, scope } from '@agent-mem/testing/kit';
import { beforeEach, expect, it, vi } from 'vitest';
import { attributesJob } from './attributes-job.ts';

const at = '2026-05-07T00:00:00.000Z';
const service = {
  ...notesService,
  documentOf: (node: Parameters<NonNullable<typeof notesService.documentOf>>[0]) => {
    const source = notesService.documentOf?.(node) ?? null;
    return source && { ...source, attributes: { metadata: { n: node.id }, tags: [] } };
  },
};
const { log } = recordedLog();
const signal = new AbortController().signal;
let ports: HostPorts;
let embed: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  ports = memoryPorts();
});

/** Nodes with the documents that an earlier version has made of them. */
async function oldDocuments(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, i) => `fact_${i}`);
  await ports.graph.commit(scope, {
    nodes: ids.map((id) => ({
      id,
      kind: 'Fact',
      createdAt: at,
      updatedAt: at,
      indexedVersion: 0,
      properties: { content: `about ${id}` },
    })),
  });
  await createIndexOnce(service, ports, log)(scope, ids, { embedLimitMs: 1_000 });
  const made = await ports.searchIndex.get(scope, ids);
  await ports.searchIndex.put(
    scope,
    made.map((document) => ({ ...document, attributes: null })),
  );
  embed = vi.spyOn(ports.embedder, 'embed');
  return ids;
}

const job = () => attributesJob(service, ports, log);
const lacking = async () => (await ports.searchIndex.withoutAttributes(['Fact'], 1_000)).length;

it('makes the documents of an earlier version again, with the vectors that they have', async () => {
  const ids = await oldDocuments(100);
  const before = await ports.searchIndex.get(scope, ids);
  expect(await lacking()).toBe(100);
  await job().run({ signal });
  const after = await ports.searchIndex.get(scope, ids);
  expect(after).toEqual(before.map((document) => ({ ...document, attributes: { metadata: { n: document.id }, tags: [] } })));
  expect(await lacking()).toBe(0);
  expect(embed).not.toHaveBeenCalled();
});

it('goes on after a break with what is left', async () => {
  await oldDocuments(100);
  const { put } = ports.searchIndex;
  const stopped = new AbortController();
  vi.spyOn(ports.searchIndex, 'put').mockImplementation(async (...documents: Parameters<typeof put>) => {
    await put(...documents);
    stopped.abort();
  });
  await job().run({ signal: stopped.signal });
  expect(await lacking()).toBe(36);
  vi.restoreAllMocks();
  await job().run({ signal });
  expect(await lacking()).toBe(0);
});

it('does nothing once all are made', async () => {
  await oldDocuments(1);
  await job().run({ signal });
  const put = vi.spyOn(ports.searchIndex, 'put');
  await job().run({ signal });
  expect(put).not.toHaveBeenCalled();
});

it('looks again a minute after none was left, and finds what a process of the version before has made since', async () => {
  const clock = turnedClock();
  ports = memoryPorts({ clock });
  const looking = job();
  const look = vi.spyOn(ports.searchIndex, 'withoutAttributes');
  for (let run = 0; run < 12; run += 1) {
    await looking.run({ signal });
    await clock.advance(5_000);
  }
  expect(look).toHaveBeenCalledTimes(1);
  await oldDocuments(1);
  await looking.run({ signal });
  expect(await lacking()).toBe(0);
});

it('takes out what has no node any more, and gives up what it cannot make until the next run', async () => {
  const [id] = await oldDocuments(1);
  const [document] = (await ports.searchIndex.get(scope, [id as string])) as [IndexDocument];
  await ports.searchIndex.put(scope, [
    { ...document, id: 'stray' },
    // Of a later version than its node: what is made of the node cannot replace it.
    { ...document, version: 9 },
  ]);
  await job().run({ signal });
  expect(await ports.searchIndex.withoutAttributes(['Fact'], 1_000)).toEqual([{ scope, id }]);
});
