import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { deletedNode } from './deleted-node.ts';

const scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });
const at = '2026-05-07T00:00:00.000Z';
const fact = {
  id: 'fact_1',
  kind: 'Fact',
  createdAt: at,
  updatedAt: at,
  indexedVersion: 0,
  properties: { content: 'one' },
} as const;

async function storedFact() {
  const graph = createMemoryGraph({ clock: systemClock });
  await graph.commit(scope, { nodes: [fact] });
  await graph.markIndexed(scope, [{ id: fact.id, version: 1 }]);
  const [seen] = await graph.get(scope, [fact.id]);
  if (!seen) throw new Error('the fact is not stored');
  return { graph, seen };
}

test('a deleted node keeps all but its status, waits for the index, and has its state in its history', async () => {
  const { graph, seen } = await storedFact();
  await graph.commit(scope, { nodes: [deletedNode(seen, '2026-05-08T00:00:00.000Z')] });
  const [node] = await graph.get(scope, [fact.id]);
  expect(node).toEqual({ ...seen, status: 'DELETED', version: 2, updatedAt: '2026-05-08T00:00:00.000Z' });
  expect((await graph.unindexed(['Fact'], 10)).map((waiting) => waiting.node.id)).toEqual([fact.id]);
  expect((await graph.history(scope, fact.id)).map(({ record }) => record)).toEqual(['deleted']);
});

test('a node that was changed since it was read is not deleted', async () => {
  const { graph, seen } = await storedFact();
  await graph.commit(scope, { nodes: [{ ...fact, properties: { content: 'two' } }] });
  await expect(graph.commit(scope, { nodes: [deletedNode(seen, at)] })).rejects.toMatchObject({ type: 'aborted' });
});
