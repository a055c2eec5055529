import { createMemoryGraph, type GraphNode } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import { retireNodes } from './retire-nodes.ts';
import { claimUniqueKey, uniqueKeyHolder } from './unique-key.ts';

const now = '2026-05-07T00:00:00.000Z';
const fact = { id: 'fact_1', kind: 'Fact', createdAt: now, updatedAt: now, properties: {}, dueAt: now } as const;

test('a node that is retired releases the unique keys that it holds and no others, and is due no more', async () => {
  const graph = createMemoryGraph({ clock: turnedClock() });
  const claimed = [claimUniqueKey('own', undefined, 'fact_1', now), claimUniqueKey('theirs', undefined, 'fact_2', now)];
  await graph.commit(scope, { nodes: [fact, ...claimed] });
  const nodes = await graph.get(scope, ['fact_1']);
  const how = { status: 'EXPIRED', record: 'expired', now, uniqueKeyIdsOf: () => ['own', 'theirs'] } as const;
  // What is given twice goes once.
  expect((await retireNodes(graph, scope, [...nodes, ...nodes], how)).map(({ id }) => id)).toEqual(['fact_1']);
  expect((await graph.get(scope, ['own', 'theirs'])).map((key) => uniqueKeyHolder(key))).toEqual([null, 'fact_2']);
  expect(await graph.get(scope, ['fact_1'])).toMatchObject([{ status: 'EXPIRED', dueAt: null }]);
});

test('a node that was changed since it was read stays as it is', async () => {
  const graph = createMemoryGraph({ clock: turnedClock() });
  await graph.commit(scope, { nodes: [fact] });
  const nodes = await graph.get(scope, ['fact_1']);
  await graph.commit(scope, { nodes: [{ ...fact, weight: 1 }] });
  expect(await retireNodes(graph, scope, nodes, { status: 'EXPIRED', record: 'expired', now })).toEqual([]);
  expect(await graph.get(scope, ['fact_1'])).toMatchObject([{ status: 'ACTIVE', version: 2 }]);
});

test('what goes with a node is retired once, and answered with it', async () => {
  const graph = createMemoryGraph({ clock: turnedClock() });
  await graph.commit(scope, { nodes: [fact, { ...fact, id: 'fact_2' }] });
  const nodes = await graph.get(scope, ['fact_1', 'fact_2']);
  const goesWith = async ({ id }: GraphNode) => ({ retired: nodes.filter((node) => node.id !== id), changed: [] });
  const retired = await retireNodes(graph, scope, nodes, { status: 'EXPIRED', record: 'expired', now, goesWith });
  expect(retired.map(({ id }) => id)).toEqual(['fact_1', 'fact_2']);
  expect(await graph.get(scope, ['fact_1', 'fact_2'])).toMatchObject([{ version: 2 }, { version: 2 }]);
});
