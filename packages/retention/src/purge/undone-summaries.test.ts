import { turnedClock } from '@agent-mem/testing';
import { memoryPorts, scope } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { storedCompaction, summarizedByEdge } from '../compaction/compaction.ts';
import { undoneSummaries } from './undone-summaries.ts';

const at = '2026-05-01T10:00:00.000Z';
const dates = { createdAt: at, updatedAt: at };

it('brings back what a summary stands for, and nothing that is erased with it', async () => {
  const clock = turnedClock(Date.parse(at));
  const { graph } = memoryPorts({ clock });
  const archived = ['erased', 'other'].map((id) => {
    const properties = { content: id, archived_by: 'compaction' };
    return { id, kind: 'Fact', ...dates, status: 'ARCHIVED', properties } as const;
  });
  const properties = storedCompaction.write({
    summary_content: 'both',
    original_node_ids: ['erased', 'other'],
    covers: ['Fact'],
  });
  await graph.commit(scope, {
    nodes: [...archived, { id: 'summary', kind: 'Summary', ...dates, properties }],
    edges: archived.map(({ id }) => summarizedByEdge(id, 'summary', [], at)),
  });
  const commit = vi.spyOn(graph, 'commit');
  const erased = await graph.get(scope, ['erased']);
  expect((await undoneSummaries(scope, erased, { graph, clock })).map(({ id }) => id)).toEqual(['summary']);
  expect(commit.mock.calls.flatMap(([, { nodes = [] }]) => nodes.map(({ id }) => id)).toSorted()).toEqual(['other', 'summary']);
  expect((await graph.get(scope, ['other']))[0]?.status).toBe('ACTIVE');
});
