import { createMemoryGraph, type EdgeWrite, type NodeKind, type NodeWrite } from '@agent-mem/storage';
import { memoryPorts, scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import { ownGraph } from './own-graph.ts';

const facts = { name: 'facts', owns: ['Fact', 'Guard'] } as const;
const untraced = { effect: null, traceparent: null };
const at = '2026-05-07T00:00:00.000Z';

function node(id: string, kind: NodeKind): NodeWrite {
  return { id, kind, createdAt: at, updatedAt: at, properties: {} };
}

function edge(from: string, to: string): EdgeWrite {
  return { id: `edge_${from}_${to}`, kind: 'LEARNED_IN', from, to, createdAt: at };
}

test('nodes of a kind that another service owns are refused, with everything else in the change', async () => {
  const { graph } = memoryPorts();
  const own = ownGraph(graph, facts, untraced);
  const change = { nodes: [node('fact_1', 'Fact'), node('epi_1', 'Episode')] };
  await expect(own.commit(scope, change)).rejects.toMatchObject({
    type: 'permission-denied',
    message: 'facts may not write the Episode node epi_1; it owns Fact, Guard',
  });
  expect(await graph.get(scope, ['fact_1'])).toEqual([]);
});

test('a kind of another service is made where that is allowed, and never changed', async () => {
  const { graph } = memoryPorts();
  const own = ownGraph(graph, { ...facts, makes: ['CodeUnit'] }, untraced);
  await own.commit(scope, { nodes: [{ ...node('code_1', 'CodeUnit'), expectedVersion: 0 }] });
  const changed = { type: 'permission-denied', message: expect.stringMatching(/CodeUnit node code_1/) };
  for (const expectedVersion of [1, undefined])
    await expect(
      own.commit(scope, { nodes: [{ ...node('code_1', 'CodeUnit'), ...(expectedVersion && { expectedVersion }) }] }),
    ).rejects.toMatchObject(changed);
});

test('edges may start at own nodes of this change and of earlier ones, and end anywhere', async () => {
  const { graph } = memoryPorts();
  await graph.commit(scope, { nodes: [node('conv_1', 'Conversation')] });
  const own = ownGraph(graph, facts, untraced);
  await own.commit(scope, { nodes: [node('fact_1', 'Fact')], edges: [edge('fact_1', 'conv_1')] });
  await own.commit(scope, { edges: [edge('fact_1', 'conv_1')] });
  const { items } = await own.neighbours(scope, 'fact_1', { direction: 'out', limit: 10 });
  expect(items.map(({ node }) => node.id)).toEqual(['conv_1']);
});

test.each([
  ['of another service', 'conv_1', /the edge LEARNED_IN from Conversation node conv_1/],
  ['that is not there', 'fact_9', /the edge LEARNED_IN from missing node fact_9/],
])('an edge that starts at a node %s is refused', async (_case, from, message) => {
  const { graph } = memoryPorts();
  await graph.commit(scope, { nodes: [node('conv_1', 'Conversation'), node('fact_1', 'Fact')] });
  const commit = ownGraph(graph, facts, untraced).commit(scope, { edges: [edge(from, 'fact_1')] });
  await expect(commit).rejects.toMatchObject({ type: 'permission-denied', message: expect.stringMatching(message) });
});

test('without a key nothing is kept', async () => {
  const graph = createMemoryGraph({ clock: memoryPorts().clock });
  const result = await ownGraph(graph, facts, untraced).commit(scope, { nodes: [node('fact_1', 'Fact')] }, { fact_id: 'fact_1' });
  expect(result).toMatchObject({ applied: true, reply: null });
});

test('the reply stored under a key names what was written, by which a purge finds it', async () => {
  const { graph } = memoryPorts();
  const effect = { operation: 'facts.store', key: 'k', requestHash: 'h', onRepeat: () => undefined };
  await ownGraph(graph, facts, { ...untraced, effect }).commit(scope, { nodes: [node('fact_1', 'Fact')] }, { created: true });
  const stored = await graph.idempotencyRecord(scope, 'facts.store', 'k');
  expect(stored).toMatchObject({ requestHash: 'h', reply: { created: true, wrote: ['fact_1'] } });
});
