import { VersionConflict } from '@agent-mem/storage';
import { edge, event, freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import { describe, expect, it } from 'vitest';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { openGraph } from './opened-graph.ts';

/** A connection that is lost while a commit is answered: it has happened, and the client tries again. */
export function describeLostAnswers(server: () => Neo4j): void {
  describe('a commit whose answer is lost', () => {
    it('happens once, and is answered as what it was', async () => {
      await using proxy = await startCuttingProxy(server().url);
      await using graph = openGraph(server(), { url: proxy.url });
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'old' })] });
      for (const cuts of [1, 2]) {
        proxy.cutAtCommits(cuts);
        const id = `n${cuts}`;
        const result = await graph.commit(scope, {
          nodes: [node({ id, expectedVersion: 0, record: 'stored' }), node({ id: 'old', expectedVersion: cuts })],
          edges: [edge(id, 'old', { id: `e${cuts}` })],
          events: [event(scope, `${scope.workspace} ${cuts}`)],
          idempotency: { operation: 'store', key: id, requestHash: 'h', reply: { id } },
        });
        expect(result).toEqual({ applied: true, reply: { id }, versions: { [id]: 1, old: cuts + 1 } });
        expect(await graph.history(scope, id)).toHaveLength(1);
      }
      proxy.cutAtCommits(1);
      // Without a key it is known by what it wrote.
      const { versions } = await graph.commit(scope, {
        nodes: [node({ id: 'old' })],
        events: [event(scope, `${scope.workspace} 3`)],
      });
      expect(versions).toEqual({ old: 4 });
      const waiting = (await graph.outbox(1_000)).filter((entry) => entry.event.workspace === scope.workspace);
      expect(waiting.map((entry) => entry.event.id)).toEqual([1, 2, 3].map((n) => `${scope.workspace} ${n}`));
      await graph.markPublished(waiting.map(({ position }) => position));
    });

    it('is not taken for done when another one is', async () => {
      await using proxy = await startCuttingProxy(server().url);
      await using graph = openGraph(server(), { url: proxy.url });
      const scope = freshScope();
      const keyed = { operation: 'store', key: 'k', requestHash: 'h', reply: { by: 'one' } };
      await graph.commit(scope, { nodes: [node({ id: 'n' })], idempotency: keyed });
      proxy.cutAtCommits(1);
      await graph.commit(scope, { nodes: [node({ id: 'other' })] });
      const again = { nodes: [node({ id: 'n' })], idempotency: { ...keyed, reply: { by: 'two' } } };
      expect(await graph.commit(scope, again)).toEqual({ applied: false, reply: { by: 'one' }, versions: {} });
      await expect(graph.commit(scope, { nodes: [node({ id: 'n', expectedVersion: 0 })] })).rejects.toBeInstanceOf(
        VersionConflict,
      );
    });

    it('of which nothing would tell whether it has happened, is left to the caller', async () => {
      await using proxy = await startCuttingProxy(server().url);
      await using graph = openGraph(server(), { url: proxy.url });
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'n' })] });
      proxy.cutAtCommits(1);
      const change = { events: [event(scope, `${scope.workspace} once`)] };
      await expect(graph.commit(scope, change)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
      const waiting = (await graph.outbox(1_000)).filter((entry) => entry.event.workspace === scope.workspace);
      expect(waiting).toHaveLength(1);
      await graph.markPublished(waiting.map(({ position }) => position));
    });
  });
}
