import { scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { node, opened } from '../../../test/opened-purge.ts';
import { withoutGoing } from './without-going.ts';

it('what is being purged is among no neighbours, and no edge leads to it', async () => {
  const { clock, ports } = opened();
  const createdAt = new Date(clock.now()).toISOString();
  const edge = (from: string, to: string) => ({ id: `${from}-${to}`, kind: 'part', from, to, createdAt });
  await ports.graph.commit(scope, {
    nodes: ['a', 'b', 'going'].map((id) => node(id, clock)),
    edges: [edge('a', 'b'), edge('a', 'going'), edge('going', 'b')],
  });
  const going = { noteId: 'note', memoryId: 'going', conversation: null, kinds: ['Fact'] as const };
  const graph = withoutGoing(ports.graph, async () => [going]);
  const { items } = await graph.neighbours(scope, 'a', { direction: 'out', limit: 10 });
  expect(items.map((each) => each.node.id)).toEqual(['b']);
  const edges = await graph.edgesAround(scope, ['a', 'b'], { direction: 'both', limit: 10 });
  expect(edges.map(({ id }) => id)).toEqual(['a-b']);
});
