import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph, type IndexDocument } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { shown } from './shown.ts';

const scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });
const at = '2026-05-07T00:00:00.000Z';

test('what the Graph does not let be shown, or does not hold, is left out and counted', async () => {
  const graph = createMemoryGraph({ clock: systemClock });
  const fact = { kind: 'Fact', createdAt: at, updatedAt: at, properties: {} } as const;
  await graph.commit(scope, {
    nodes: [
      { ...fact, id: 'a' },
      { ...fact, id: 'b', status: 'DELETED' },
      { ...fact, id: 'c' },
    ],
  });
  const items = ['c', 'b', 'gone', 'a'].map((id, place) => ({
    id,
    score: 1 - place / 10,
    scores: {},
    document: {} as IndexDocument,
  }));
  const found = { items, bestScore: 1, degraded: [], leftOut: 3, ms: 0 };
  const { items: kept, leftOut } = await shown(graph, scope, found, ({ status }) => status === 'ACTIVE');
  expect(kept.map(({ id, node }) => [id, node.id])).toEqual([
    ['c', 'c'],
    ['a', 'a'],
  ]);
  expect(leftOut).toBe(5);
});
