import type { Scope } from '@agent-mem/contract';
import { type Graph, VersionConflict } from '@agent-mem/storage';
import { edge, event, freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import { describe, expect, it, vi } from 'vitest';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { ask, openGraph, withSession } from './opened-graph.ts';

const writers = 200;

/** What many writers at once come to, on several connections and from several instances. */
export function describeContention(server: () => Neo4j): void {
  describe('two hundred writers at once', () => {
    /** Half of them through another instance, which shares nothing with the first but the server. */
    async function race(scope: Scope, commit: (graph: Graph, writer: number) => ReturnType<Graph['commit']>) {
      await using one = openGraph(server());
      await using other = openGraph(server());
      const graphs = [one, other] as const;
      const results = await Promise.allSettled(
        Array.from({ length: writers }, (_, writer) => commit(graphs[writer % 2 === 0 ? 0 : 1], writer)),
      );
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(VersionConflict);
      }
      const events = (await one.outbox(100_000)).filter((entry) => entry.event.workspace === scope.workspace);
      return { winners: results.filter(({ status }) => status === 'fulfilled').length, events };
    }

    it('who want one guard absent: one wins, and leaves only its own', async () => {
      const scope = freshScope();
      const { winners, events } = await race(scope, (graph, writer) =>
        graph.commit(scope, {
          nodes: [node({ id: 'guard', kind: 'Guard', expectedVersion: 0 }), node({ id: `fact ${writer}`, expectedVersion: 0 })],
          edges: [edge('guard', `fact ${writer}`, { id: `edge ${writer}` })],
          events: [event(scope, `stored ${writer}`)],
        }),
      );
      expect(winners).toBe(1);
      expect(events).toHaveLength(1);
      await using graph = openGraph(server());
      expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(1);
      expect((await graph.neighbours(scope, 'guard', { direction: 'out', limit: 10 })).items).toHaveLength(1);
    });

    it('who want one guard absent that none of them writes: all win where nobody writes it', async () => {
      const scope = freshScope();
      const { winners } = await race(scope, (graph, writer) =>
        graph.commit(scope, { nodes: [node({ id: `fact ${writer}` })], expect: [{ id: 'guard', version: 0 }] }),
      );
      expect(winners).toBe(writers);
      await using graph = openGraph(server());
      // What was made to be locked is not left behind, not even unseen.
      const uniqueKeys = 'MATCH (n:AgentMemNode {scope: $scope, id: $id}) RETURN count(n) AS nodes';
      expect(await ask(server(), uniqueKeys, { scope: `${scope.workspace}/user/default`, id: 'guard' })).toEqual([{ nodes: 0 }]);
      expect((await graph.commit(scope, { nodes: [node({ id: 'guard', expectedVersion: 0 })] })).versions).toEqual({ guard: 1 });
    });

    it('on one version of a node: one wins each round', async () => {
      const scope = freshScope();
      await using graph = openGraph(server());
      await graph.commit(scope, { nodes: [node({ id: 'n' })] });
      for (const expectedVersion of [1, 2, 3]) {
        const { winners } = await race(scope, (other, writer) =>
          other.commit(scope, { nodes: [node({ id: 'n', expectedVersion, properties: { writer }, record: 'stored' })] }),
        );
        expect(winners).toBe(1);
      }
      expect(await graph.get(scope, ['n'])).toMatchObject([{ version: 4 }]);
      expect((await graph.history(scope, 'n')).map(({ version }) => version)).toEqual([2, 3, 4]);
    });

    it('who expect nothing: every write counts', async () => {
      const scope = freshScope();
      const { winners, events } = await race(scope, (graph, writer) =>
        graph.commit(scope, { nodes: [node({ id: 'n' }), node({ id: `own ${writer}` })], events: [event(scope, `e ${writer}`)] }),
      );
      expect(winners).toBe(writers);
      expect(events).toHaveLength(writers);
      await using graph = openGraph(server());
      expect(await graph.get(scope, ['n'])).toMatchObject([{ version: writers }]);
    });

    it('who lock the same nodes in any order: none waits for another for ever', async () => {
      const scope = freshScope();
      const names = ['a', 'b', 'c', 'd', 'e'];
      const { winners } = await race(scope, (graph, writer) => {
        const turned = names.map((_, i) => names[(i + writer) % names.length] ?? '');
        const edges = [edge(turned[3] ?? '', turned[4] ?? '', { id: `${writer}` })];
        return graph.commit(scope, { nodes: turned.slice(0, 3).map((id) => node({ id })), edges });
      });
      expect(winners).toBe(writers);
    });

    it('mark versions as indexed: the latest stays', async () => {
      const scope = freshScope();
      await using graph = openGraph(server());
      const ids = Array.from({ length: 50 }, (_, i) => `n${i}`);
      for (let version = 1; version <= 20; version++) {
        await graph.commit(scope, { nodes: ids.map((id) => node({ id, indexedVersion: 0 })) });
      }
      const versions = Array.from({ length: 60 }, (_, i) => ((i * 7) % 20) + 1);
      await Promise.all(
        versions.map((version) =>
          graph.markIndexed(
            scope,
            ids.map((id) => ({ id, version })),
          ),
        ),
      );
      const marked = await graph.get(scope, ids);
      expect(marked.map(({ indexedVersion }) => indexedVersion)).toEqual(ids.map(() => 20));
      expect((await graph.unindexed(['Fact'], 1_000)).filter((entry) => entry.scope.workspace === scope.workspace)).toEqual([]);
    });
  });

  it('a commit that waited for a node which somebody removed writes it anew', async () => {
    const scope = freshScope();
    await using graph = openGraph(server());
    await graph.commit(scope, { nodes: [node({ id: 'n' }), node({ id: 'm' })] });
    await withSession(server(), async (session) => {
      const removing = session.beginTransaction();
      const remove = "MATCH (n:AgentMemNode {scope: $scope, id: 'n'}) SET n.lock = 'held' DETACH DELETE n";
      await removing.run(remove, { scope: `${scope.workspace}/user/default` });
      const change = { nodes: [node({ id: 'n', properties: { by: 'late' } })], edges: [edge('n', 'm', { id: 'e' })] };
      const committed = graph.commit(scope, change);
      const waiting = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*) AS waiting";
      await vi.waitFor(async () => expect(await ask(server(), waiting)).toEqual([{ waiting: 1 }]));
      await removing.commit();
      expect((await committed).versions).toEqual({ n: 1 });
    });
    expect(await graph.get(scope, ['n'])).toMatchObject([{ version: 1, properties: { by: 'late' } }]);
    expect(await graph.edges(scope, ['e'])).toMatchObject([{ from: 'n', to: 'm' }]);
  });
}
