import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph, type IndexHit } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { hydrateRecall } from './hydrate-recall.ts';

const scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });
const at = '2026-05-07T00:00:00.000Z';

test('what the Graph does not let be shown, or does not hold, counts as not found', async () => {
  const graph = createMemoryGraph({ clock: systemClock });
  const fact = { kind: 'Fact', createdAt: at, updatedAt: at, properties: {} } as const;
  await graph.commit(scope, {
    nodes: [
      { ...fact, id: 'a' },
      { ...fact, id: 'b', status: 'DELETED' },
      { ...fact, id: 'c' },
    ],
  });
  const items = ['c', 'b', 'gone', 'a'].map((id, index) => ({
    id,
    score: 1 - index / 10,
    scores: {},
    hit: {} as IndexHit,
  }));
  const found = { items, bestScore: 1, degraded: [], leftOutItems: [], leftOut: 3, ms: 0, stagesMs: {} };
  const { items: visible, leftOut } = await hydrateRecall(graph, scope, found, {
    isVisible: ({ status }) => status === 'ACTIVE',
    recordOf: ({ id, score }) => `${id} ${score}`,
  });
  expect(visible.map(({ node, record }) => [node.id, record])).toEqual([
    ['c', 'c 1'],
    ['a', 'a 0.7'],
  ]);
  expect(leftOut).toBe(3);
});

test('what one answer cannot carry is left out, the worst first', async () => {
  const graph = createMemoryGraph({ clock: systemClock });
  const ids = ['a', 'b', 'c'];
  await graph.commit(scope, { nodes: ids.map((id) => ({ id, kind: 'Fact', createdAt: at, updatedAt: at, properties: {} })) });
  const items = ids.map((id) => ({ id, score: 1, scores: {}, hit: {} as IndexHit }));
  const found = { items, bestScore: 1, degraded: [], leftOutItems: [], leftOut: 0, ms: 0, stagesMs: {} };
  const answered = await hydrateRecall(graph, scope, found, { isVisible: () => true, recordOf: () => 'x'.repeat(200_000) });
  expect(answered.items.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(answered.leftOut).toBe(1);
});
