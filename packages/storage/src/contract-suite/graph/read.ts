import type { Scope } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { EdgesQuery, Graph, NeighbourQuery, NodeQuery } from '../../graph.ts';
import type { GraphMaintenance } from '../../graph-maintenance.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope } from '../scopes.ts';
import { edge, hub, idsOfPages, node } from './fixtures.ts';

/** What reads of the graph promise. */
export function describeReads(open: OpenStore<Graph & GraphMaintenance>): void {
  describe('get and find', () => {
    let graph: Graph;
    let scope: Scope;
    openBeforeEach(open, (store, own) => {
      graph = store;
      scope = own;
    });

    const day = (n: number) => `2026-05-${String(n).padStart(2, '0')}T00:00:00.000Z`;
    const idsOf = async (query: Partial<NodeQuery>) =>
      (await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 1000, ...query })).items.map(({ id }) => id);

    it('gets what is there in the order asked for, whatever its status', async () => {
      await graph.commit(scope, { nodes: [node({ id: 'a' }), node({ id: 'b', status: 'DELETED' }), node({ id: 'c' })] });
      expect((await graph.get(scope, ['c', 'nobody', 'a', 'b'])).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
      expect(await graph.get(scope, [])).toEqual([]);
    });

    it('gets a thousand at once', async () => {
      const ids = Array.from({ length: 1000 }, (_, i) => `n-${i}`);
      await graph.commit(scope, { nodes: ids.map((id) => node({ id })) });
      expect((await graph.get(scope, ids.toReversed())).map(({ id }) => id)).toEqual(ids.toReversed());
    });

    it('filters by kind, status and conversation', async () => {
      await graph.commit(scope, {
        nodes: [
          node({ id: 'a', conversationId: 'x' }),
          node({ id: 'b', conversationId: 'y' }),
          node({ id: 'c', status: 'DELETED', conversationId: 'x' }),
          node({ id: 'd', kind: 'Episode', conversationId: 'x' }),
          node({ id: 'e' }),
        ],
      });
      expect(await idsOf({})).toEqual(['a', 'b', 'e']);
      expect(await idsOf({ kinds: ['Fact', 'Episode'] })).toEqual(['a', 'b', 'd', 'e']);
      expect(await idsOf({ kinds: [] })).toEqual([]);
      expect(await idsOf({ statuses: ['DELETED'] })).toEqual(['c']);
      expect(await idsOf({ statuses: ['DELETED', 'ACTIVE'] })).toEqual(['a', 'b', 'c', 'e']);
      expect(await idsOf({ conversationId: 'x' })).toEqual(['a']);
      expect(await graph.count(scope, { kinds: ['Fact', 'Episode'], conversationId: 'x' })).toBe(2);
      expect(await graph.count(scope, { kinds: ['Fact'], statuses: ['DELETED', 'ACTIVE'] })).toBe(4);
    });

    it('filters by properties of the same value and type', async () => {
      const odd = 'a."b\' $';
      await graph.commit(scope, {
        nodes: [
          node({ id: 'text', properties: { v: '1', [odd]: 'x' } }),
          node({ id: 'number', properties: { v: 1, w: 2.5 } }),
          node({ id: 'true', properties: { v: true } }),
          node({ id: 'false', properties: { v: false, w: 0 } }),
          node({ id: 'deep', properties: { in: { v: 1 } } }),
          node({ id: 'list', properties: { v: [1] } }),
          node({ id: 'unicode', properties: { v: 'größe\u0000🧠' } }),
        ],
      });
      expect(await idsOf({ where: { v: '1' } })).toEqual(['text']);
      expect(await idsOf({ where: { v: 1 } })).toEqual(['number']);
      expect(await idsOf({ where: { v: true } })).toEqual(['true']);
      expect(await idsOf({ where: { v: false } })).toEqual(['false']);
      expect(await idsOf({ where: { v: 1, w: 2.5 } })).toEqual(['number']);
      expect(await idsOf({ where: { v: 1, w: 3 } })).toEqual([]);
      expect(await idsOf({ where: { v: 'größe\u0000🧠' } })).toEqual(['unicode']);
      expect(await idsOf({ where: { [odd]: 'x' } })).toEqual(['text']);
      expect(await idsOf({ where: { constructor: 'x' } })).toEqual([]);
      expect(await graph.count(scope, { kinds: ['Fact'], where: { v: 1 } })).toBe(1);
    });

    it('orders by each order in both directions, ties by id', async () => {
      await graph.commit(scope, {
        nodes: [
          node({ id: 'a', createdAt: day(1), updatedAt: day(9), ordinal: 2 }),
          node({ id: 'b', createdAt: day(3), updatedAt: day(3), ordinal: 10 }),
          node({ id: 'c', createdAt: day(1), updatedAt: day(4), ordinal: 2 }),
          node({ id: 'd', createdAt: day(2), updatedAt: day(3) }),
        ],
      });
      const orders = {
        createdAt: ['a', 'c', 'd', 'b'],
        updatedAt: ['b', 'd', 'c', 'a'],
        ordinal: ['d', 'a', 'c', 'b'],
      } as const;
      for (const [order, ids] of Object.entries(orders) as [NodeQuery['order'], readonly string[]][]) {
        for (const limit of [1, 3, 4, 5]) {
          const query = { kinds: ['Fact'], order, limit } as const;
          expect((await idsOfPages(graph, scope, query)).flat()).toEqual(ids);
          expect((await idsOfPages(graph, scope, { ...query, descending: true })).flat()).toEqual(ids.toReversed());
        }
      }
    });

    it('cuts a range of ordinals, both ends included', async () => {
      await graph.commit(scope, {
        nodes: [
          node({ id: 'none' }),
          ...[1, 2, 3, 4].map((ordinal) => node({ id: `n${ordinal}`, ordinal, conversationId: 'x' })),
        ],
      });
      const range = (ordinals: NodeQuery['ordinals']) => idsOf({ order: 'ordinal', ordinals });
      expect(await range({ from: 2, to: 3 })).toEqual(['n2', 'n3']);
      expect(await range({ from: 3 })).toEqual(['n3', 'n4']);
      expect(await range({ to: 2 })).toEqual(['n1', 'n2']);
      expect(await range({})).toEqual(['none', 'n1', 'n2', 'n3', 'n4']);
      expect(await idsOf({ order: 'ordinal', conversationId: 'x', ordinals: { from: 2, to: 3 }, descending: true })).toEqual([
        'n3',
        'n2',
      ]);
    });

    it('orders by weight what has one, and narrows by weight', async () => {
      const weights = { a: 0.9, b: -3.5, c: 0.9, d: 1.5, e: 3.4e38 };
      await graph.commit(scope, {
        nodes: [...Object.entries(weights).map(([id, weight]) => node({ id, weight })), node({ id: 'none' })],
      });
      for (const limit of [1, 2, 5]) {
        const query = { kinds: ['Fact'], order: 'weight', limit } as const;
        expect((await idsOfPages(graph, scope, query)).flat()).toEqual(['b', 'a', 'c', 'd', 'e']);
        expect((await idsOfPages(graph, scope, { ...query, descending: true })).flat()).toEqual(['e', 'd', 'c', 'a', 'b']);
      }
      expect(await idsOf({ weights: { from: 0.9 } })).toEqual(['a', 'c', 'd', 'e']);
      expect(await idsOf({ weights: { from: 0, to: 1.5 } })).toEqual(['a', 'c', 'd']);
      expect(await idsOf({ weights: { to: 0 }, order: 'weight' })).toEqual(['b']);
      expect(await idsOf({ weights: {} })).toEqual(['a', 'b', 'c', 'd', 'e', 'none']);
      await expect(idsOf({ order: 'weight', conversationId: 'x' })).rejects.toMatchObject({ type: 'invalid-argument' });
    });

    it('shows each node once on its pages while others are written', async () => {
      const write = (id: string, n: number) => graph.commit(scope, { nodes: [node({ id, createdAt: day(n) })] });
      for (let n = 1; n <= 9; n++) await write(`n${n}`, n);
      const query = { kinds: ['Fact'], order: 'createdAt', limit: 3 } as const;
      const first = await graph.find(scope, query);
      await write('early', 1);
      await write('late', 10);
      const second = await graph.find(scope, { ...query, cursor: first.nextCursor });
      expect(second.items.map(({ id }) => id)).toEqual(['n4', 'n5', 'n6']);
      const third = await graph.find(scope, { ...query, cursor: second.nextCursor, limit: 10 });
      expect(third.items.map(({ id }) => id)).toEqual(['n7', 'n8', 'n9', 'late']);
      expect(third.nextCursor).toBeNull();
    });

    it('ends with no cursor when the last page is exactly full', async () => {
      await graph.commit(scope, { nodes: [node({ id: 'a' }), node({ id: 'b' })] });
      expect(await idsOfPages(graph, scope, { kinds: ['Fact'], order: 'createdAt', limit: 1 })).toEqual([['a'], ['b']]);
    });

    it('refuses a cursor that is none of its own, and a limit out of range', async () => {
      await graph.commit(scope, { nodes: [node({ id: 'a' }), node({ id: 'b' })] });
      const query = { kinds: ['Fact'], order: 'createdAt', limit: 1 } as const;
      const { nextCursor } = await graph.find(scope, query);
      for (const cursor of ['', 'rubbish', '%%%', btoa('[1,2]'), btoa('{"a":1}'), btoa('["createdAt",1,"a"]'), btoa('null')]) {
        const refusal = { name: 'OperationError', type: 'invalid-argument', message: expect.stringMatching(/^cursor: /) };
        await expect(graph.find(scope, { ...query, cursor })).rejects.toMatchObject(refusal);
        await expect(graph.neighbours(scope, 'a', { direction: 'out', limit: 1, cursor })).rejects.toMatchObject(refusal);
      }
      await expect(graph.find(scope, { ...query, order: 'ordinal', cursor: nextCursor })).rejects.toThrow(/^cursor: /);
      for (const limit of [0, -1, 1001, 1.5]) {
        await expect(graph.find(scope, { ...query, limit })).rejects.toMatchObject({ type: 'invalid-argument' });
      }
    });
  });

  describe('neighbours', () => {
    let graph: Graph;
    let scope: Scope;
    openBeforeEach(open, async (store, own) => {
      graph = store;
      scope = own;
      await graph.commit(scope, hub);
    });

    const edgesOf = async (query: Partial<NeighbourQuery>, id = 'hub') =>
      (await graph.neighbours(scope, id, { direction: 'both', limit: 100, ...query })).items.map((item) => item.edge.id);

    it('follows a direction and shows the edge with the node at its other end', async () => {
      expect(await edgesOf({ direction: 'out' })).toEqual(['e2', 'e1']);
      expect(await edgesOf({ direction: 'in' })).toEqual(['e3']);
      expect(await edgesOf({})).toEqual(['e3', 'e2', 'e1']);
      expect(await edgesOf({}, 'nobody')).toEqual([]);
      const { items } = await graph.neighbours(scope, 'hub', { direction: 'out', kinds: ['mentions'], limit: 10 });
      expect(items).toMatchObject([{ node: { id: 'a', version: 1 } }]);
      expect(items[0]?.edge).toEqual({
        id: 'e1',
        kind: 'mentions',
        from: 'hub',
        to: 'a',
        version: 1,
        weight: 0.5,
        createdAt: '2026-05-03T00:00:00.000Z',
        properties: { p: 1 },
      });
    });

    it('filters by kind, weight, and the status of the other end', async () => {
      expect(await edgesOf({ kinds: ['supports'] })).toEqual(['e2']);
      expect(await edgesOf({ kinds: [] })).toEqual([]);
      expect(await edgesOf({ minWeight: 0.5 })).toEqual(['e2', 'e1']);
      expect(await edgesOf({ minWeight: 0.6 })).toEqual(['e2']);
      expect(await edgesOf({ maxWeight: 0.5 })).toEqual(['e1']);
      expect(await edgesOf({ minWeight: 0.5, maxWeight: 0.8 })).toEqual(['e1']);
      expect(await edgesOf({ statuses: ['DELETED'] })).toEqual(['e4']);
    });

    it('sorts by weight, what has none last, and pages through', async () => {
      expect(await edgesOf({ sort: 'weightDescending' })).toEqual(['e2', 'e1', 'e3']);
      expect(await edgesOf({ sort: 'weightAscending' })).toEqual(['e1', 'e2', 'e3']);
      for (const sort of ['createdAt', 'weightDescending', 'weightAscending'] as const) {
        const paged: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await graph.neighbours(scope, 'hub', { direction: 'both', sort, limit: 1, cursor });
          paged.push(...page.items.map((item) => item.edge.id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(paged).toEqual(await edgesOf({ sort }));
      }
    });

    it('gets edges by id in the order asked for, with both ends there', async () => {
      const found = await graph.edges(scope, ['e4', 'e5', 'nothing', 'e1']);
      expect(found.map(({ id, weight }) => [id, weight])).toEqual([
        ['e4', 1],
        ['e1', 0.5],
      ]);
      expect(found[1]).toMatchObject({ kind: 'mentions', from: 'hub', to: 'a', version: 1, properties: { p: 1 } });
      expect(await graph.edges(scope, [])).toEqual([]);
      expect(await graph.edges(freshScope(), ['e1'])).toEqual([]);
    });

    it('answers the edges of several nodes, each once, the earliest first', async () => {
      const around = async (ids: readonly string[], query: Partial<EdgesQuery> = {}) =>
        (await graph.edgesAround(scope, ids, { direction: 'both', limit: 100, ...query })).map(({ id }) => id);
      await graph.commit(scope, { nodes: [node({ id: 'd', kind: 'Guard' })], edges: [edge('a', 'd', { id: 'e7' })] });
      const all = await around(['hub', 'a', 'b']);
      expect(all.toSorted()).toEqual(['e1', 'e2', 'e3', 'e6', 'e7']);
      expect(await around(['hub'])).toEqual(['e3', 'e2', 'e1']);
      expect((await around(['hub', 'a'], { direction: 'out' })).toSorted()).toEqual(['e1', 'e2', 'e6', 'e7']);
      expect((await around(['a', 'b'], { direction: 'in' })).toSorted()).toEqual(['e1', 'e2', 'e6']);
      expect(await around(['a'], { exceptKinds: ['Guard'], direction: 'out' })).toEqual(['e6']);
      expect(await around(['hub'], { kinds: ['supports'] })).toEqual(['e2']);
      expect(await around(['hub'], { minWeight: 0.5, maxWeight: 0.8 })).toEqual(['e1']);
      expect(await around(['hub'], { statuses: ['DELETED'] })).toEqual(['e4']);
      expect(await around(['hub'], { limit: 2 })).toHaveLength(2);
      expect([await around([]), await around(['nobody'])]).toEqual([[], []]);
      await expect(around(['hub'], { limit: 10_001 })).rejects.toMatchObject({ type: 'invalid-argument' });
      expect(await graph.edgesAround(freshScope(), ['hub'], { direction: 'both', limit: 10 })).toEqual([]);
    });

    it('answers an edge once its missing end is written', async () => {
      await graph.commit(scope, { nodes: [node({ id: 'nowhere' })] });
      expect(await edgesOf({ direction: 'out' })).toEqual(['e2', 'e1', 'e5']);
    });

    it('replaces an edge that is written again, also at other ends', async () => {
      await graph.commit(scope, { edges: [edge('c', 'a', { id: 'e1', kind: 'supports' })] });
      expect(await edgesOf({ direction: 'out' })).toEqual(['e2']);
      const { items } = await graph.neighbours(scope, 'a', { direction: 'in', limit: 10 });
      expect(items.map((item) => item.edge)).toMatchObject([{ id: 'e1', version: 2, kind: 'supports', from: 'c', weight: null }]);
    });

    it('answers an edge from a node to itself once', async () => {
      await graph.commit(scope, { edges: [edge('c', 'c', { id: 'self' })] });
      expect(await edgesOf({ direction: 'both' }, 'c')).toEqual(['e3', 'self']);
    });
  });
}
