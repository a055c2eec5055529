import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { neighbourhood } from './neighbourhood.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const day = (n: number) => `2026-05-0${n}T00:00:00.000Z`;

test('of several edges that lead to a node the strongest counts, of equal ones the earliest', async () => {
  const graph = createMemoryGraph({ clock: systemClock });
  const edge = (id: string, [from = '', to = '']: string, createdAt: string, weight: number | null = null) => {
    return { id, kind: 'mentions', from, to, createdAt, weight };
  };
  await graph.commit(scope, {
    nodes: ['s', 'a', 'b', 'c'].map((id) => ({ id, kind: 'Entity', createdAt: day(1), updatedAt: day(1), properties: {} })),
    edges: [
      ...[edge('e1', 'sa', day(2)), edge('e2', 'as', day(1)), edge('e4', 'sb', day(1)), edge('e3', 'sb', day(1))],
      ...[edge('e5', 'bc', day(1)), edge('e6', 'ac', day(3), 0.9)],
    ],
  });
  const all = { kinds: undefined, statuses: undefined, minWeight: undefined, maxWeight: undefined };
  const query = { ...all, direction: 'both', depth: 2, sortBy: 'score', limit: 10, cursor: null } as const;
  const { items } = await neighbourhood(graph, scope, 's', query);
  expect(items.map((item) => [item.edge.id, item.node.id, item.depth, item.score])).toEqual([
    ['e2', 'a', 1, 0.5],
    ['e3', 'b', 1, 0.5],
    ['e6', 'c', 2, 0.225],
  ]);
});
