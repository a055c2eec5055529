import type { Scope } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { EdgesQuery, Graph, WaysQuery } from '../../graph.ts';
import type { GraphMaintenance } from '../../graph-maintenance.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope } from '../scopes.ts';
import { edge, hub, node } from './fixtures.ts';

/** What traversals of the graph promise. */
export function describeWays(open: OpenStore<Graph & GraphMaintenance>): void {
  describe('steps and ways', () => {
    let graph: Graph;
    let scope: Scope;
    openBeforeEach(open, async (store, own) => {
      graph = store;
      scope = own;
      await graph.commit(scope, hub);
    });

    it('answers the steps from several nodes, each with the node that it leads to', async () => {
      const steps = async (ids: readonly string[], query: Partial<EdgesQuery> = {}) =>
        (await graph.stepsFrom(scope, ids, { direction: 'both', limit: 100, ...query }))
          .map(({ edgeId, from, to }) => `${edgeId} ${from} ${to}`)
          .toSorted();
      await graph.commit(scope, { nodes: [node({ id: 'd', kind: 'Guard' })], edges: [edge('a', 'd', { id: 'e7' })] });
      expect(await steps(['hub'])).toEqual(['e1 hub a', 'e2 hub b', 'e3 hub c']);
      expect(await steps(['a', 'b'])).toEqual(['e1 a hub', 'e2 b hub', 'e6 a b', 'e6 b a', 'e7 a d']);
      expect(await steps(['a', 'b'], { direction: 'out' })).toEqual(['e6 a b', 'e7 a d']);
      expect(await steps(['a', 'b'], { direction: 'in' })).toEqual(['e1 a hub', 'e2 b hub', 'e6 b a']);
      expect(await steps(['a'], { exceptKinds: ['Guard'], direction: 'out' })).toEqual(['e6 a b']);
      expect(await steps(['hub'], { kinds: ['supports'] })).toEqual(['e2 hub b']);
      expect(await steps(['hub'], { minWeight: 0.5, maxWeight: 0.8 })).toEqual(['e1 hub a']);
      expect(await steps(['hub'], { statuses: ['DELETED'] })).toEqual(['e4 hub gone']);
      expect(await steps(['hub', 'a'], { limit: 2 })).toHaveLength(2);
      expect([await steps([]), await steps(['nobody'])]).toEqual([[], []]);
      const step = { edgeId: 'e1', from: 'a', to: 'hub', weight: 0.5, createdAt: '2026-05-03T00:00:00.000Z' };
      expect(await graph.stepsFrom(scope, ['a'], { direction: 'in', limit: 10 })).toEqual([step]);
      expect(await graph.stepsFrom(scope, ['c'], { direction: 'out', limit: 10 })).toMatchObject([{ weight: null }]);
      await expect(steps(['hub'], { limit: 10_001 })).rejects.toMatchObject({ type: 'invalid-argument' });
      expect(await graph.stepsFrom(freshScope(), ['hub'], { direction: 'both', limit: 10 })).toEqual([]);
    });

    it('finds the shortest ways between two nodes, whichever way their edges lead', async () => {
      const found = (from: string, to: string, query: Partial<WaysQuery> = {}) =>
        graph.shortestWays(scope, { from, to, maxLength: 4, limit: 100, ...query });
      const ways = async (...asked: Parameters<typeof found>) =>
        (await found(...asked))
          .map(({ nodes, edges }) => [nodes, edges].map((items) => items.map(({ id }) => id).join(' ')).join(': '))
          .toSorted();
      // From c to z by two ways of three edges, of which one may take either of two edges, and a longer one.
      const chain = [edge('a', 'z', { id: 'e7' }), edge('b', 'z', { id: 'e8' }), edge('z', 'b', { id: 'e9', kind: 'supports' })];
      await graph.commit(scope, {
        nodes: [
          node({ id: 'z' }),
          node({ id: 'alone' }),
          node({ id: 'd', kind: 'Guard' }),
          node({ id: 'away', status: 'ARCHIVED' }),
        ],
        edges: [...chain, edge('c', 'd', { id: 'e10' }), edge('d', 'z', { id: 'e11' }), edge('away', 'gone', { id: 'e12' })],
      });
      const byHub = ['c hub a z: e3 e1 e7', 'c hub b z: e3 e2 e8', 'c hub b z: e3 e2 e9'];
      expect(await ways('c', 'z', { exceptKinds: ['Guard'] })).toEqual(byHub);
      expect(await ways('c', 'z')).toEqual(['c d z: e10 e11']);
      expect(byHub).toContain((await ways('c', 'z', { exceptKinds: ['Guard'], limit: 1 })).join());
      expect(await ways('c', 'z', { exceptKinds: ['Guard'], limit: 2 })).toHaveLength(2);
      expect(await ways('b', 'z')).toEqual(['b z: e8', 'b z: e9']);
      expect(await ways('c', 'b', { kinds: ['mentions'], exceptKinds: ['Guard'] })).toEqual(['c hub a b: e3 e1 e6']);
      expect(await ways('c', 'b', { kinds: ['mentions'], exceptKinds: ['Guard'], limit: 1 })).toEqual(['c hub a b: e3 e1 e6']);
      expect(await ways('hub', 'z', { maxLength: 1 })).toEqual([]);
      for (const to of ['alone', 'nobody', 'nowhere']) expect(await ways('hub', to)).toEqual([]);
      expect(await ways('c', 'z', { kinds: [] })).toEqual([]);
      // An end may be anything; what lies between may not.
      expect(await ways('gone', 'hub')).toEqual(['gone hub: e4']);
      expect(await ways('hub', 'gone')).toEqual(['hub gone: e4']);
      expect(await ways('gone', 'away')).toEqual(['gone away: e12']);
      // Beside the shortest way to such an end leads a longer one.
      await graph.commit(scope, { edges: [edge('a', 'gone', { id: 'e13' })] });
      for (const limit of [1, 100]) expect(await ways('hub', 'gone', { limit })).toEqual(['hub gone: e4']);
      expect(await ways('gone', 'hub')).toEqual(['gone hub: e4']);
      expect(await ways('hub', 'away')).toEqual([]);
      expect(await ways('c', 'd', { exceptKinds: ['Guard'] })).toEqual(['c d: e10']);
      expect(await ways('hub', 'b', { exceptKinds: ['Fact'] })).toEqual(['hub b: e2']);
    });

    it('answers ways whole, of one scope, and refuses what is out of bounds', async () => {
      const way = { from: 'c', to: 'a', maxLength: 6, limit: 1 };
      const [found] = await graph.shortestWays(scope, way);
      expect(found?.nodes).toEqual(await graph.get(scope, ['c', 'hub', 'a']));
      expect(found?.edges).toEqual(await graph.edges(scope, ['e3', 'e1']));
      const other = freshScope();
      await graph.commit(other, { nodes: [node({ id: 'c' }), node({ id: 'a' })] });
      expect(await graph.shortestWays(other, way)).toEqual([]);
      for (const wrong of [{ limit: 0 }, { limit: 101 }, { maxLength: 0 }, { maxLength: 7 }, { maxLength: 1.5 }, { to: 'c' }])
        await expect(graph.shortestWays(scope, { ...way, ...wrong })).rejects.toMatchObject({ type: 'invalid-argument' });
    });
  });
}
