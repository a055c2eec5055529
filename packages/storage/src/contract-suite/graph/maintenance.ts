import { isSameScope, scopeKey } from '@agent-mem/contract';
import { describe, expect, it, vi } from 'vitest';
import type { Graph } from '../../graph.ts';
import type { GraphMaintenance } from '../../graph-maintenance.ts';
import type { OutboxEntry } from '../../queue/work-queue.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope, lookAlikeScopes } from '../scopes.ts';
import { edge, event, node } from './fixtures.ts';

/** What a Graph's adapter says of itself. */
export interface GraphCapabilities {
  /** False where the commit itself publishes: then the outbox is always empty. */
  readonly outbox: boolean;
}

/** What maintenance sees, and that no scope sees another. */
export function describeMaintenance(open: OpenStore<Graph & GraphMaintenance>, capabilities: GraphCapabilities): void {
  describe('maintenance', () => {
    let graph: Graph & GraphMaintenance;
    openBeforeEach(open, async (store) => {
      graph = store;
      for (let waiting = await graph.outbox(1000); waiting.length > 0; waiting = await graph.outbox(1000)) {
        await graph.markPublished(waiting.map(({ position }) => position));
      }
    });

    const idsIn = (entries: readonly OutboxEntry[]) => entries.map((entry) => entry.event.id);

    if (capabilities.outbox) {
      it('holds events in the order of commits until they are marked', async () => {
        const scope = freshScope();
        for (let n = 0; n < 12; n++) {
          await graph.commit(scope, { events: [event(scope, `${n}a`), event(scope, `${n}b`)] });
        }
        const all = Array.from({ length: 12 }, (_, n) => [`${n}a`, `${n}b`]).flat();
        const entries = await graph.outbox(1000);
        expect(idsIn(entries)).toEqual(all);
        expect(entries[0]?.event).toEqual(event(scope, '0a'));
        expect(idsIn(await graph.outbox(3))).toEqual(all.slice(0, 3));
        await graph.markPublished(entries.filter((_, i) => i !== 1 && i < 5).map(({ position }) => position));
        expect(idsIn(await graph.outbox(1000))).toEqual(['0b', ...all.slice(5)]);
        await graph.markPublished(entries.map(({ position }) => position));
        const traced = { ...event(scope, 'later'), traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
        await graph.commit(scope, { events: [traced] });
        expect((await graph.outbox(1000)).map((entry) => entry.event)).toEqual([traced]);
      });

      it('wakes the relay at a commit with events, until it is disposed', async () => {
        const scope = freshScope();
        const wake = vi.fn();
        const subscription = graph.onOutbox(wake);
        await graph.commit(scope, { nodes: [node()] });
        expect(wake).not.toHaveBeenCalled();
        await graph.commit(scope, { events: [event(scope, 'a')] });
        expect(wake).toHaveBeenCalledTimes(1);
        subscription[Symbol.dispose]();
        await graph.commit(scope, { events: [event(scope, 'b')] });
        expect(wake).toHaveBeenCalledTimes(1);
      });
    } else {
      it('has nothing in its outbox, since the commit publishes', async () => {
        const scope = freshScope();
        await graph.commit(scope, { events: [event(scope, 'a')] });
        expect(await graph.outbox(10)).toEqual([]);
        await graph.markPublished([]);
        graph.onOutbox(() => {})[Symbol.dispose]();
      });
    }

    it('finds the active nodes that are due, the longest overdue first', async () => {
      const [scope, other] = [freshScope(), freshScope()];
      const at = (minute: number) => `1971-01-01T00:0${minute}:00.000Z`;
      await graph.commit(scope, {
        nodes: [
          node({ id: 'late', kind: 'Conversation', dueAt: at(3) }),
          node({ id: 'early', kind: 'Conversation', dueAt: at(1) }),
          node({ id: 'later', kind: 'Conversation', dueAt: at(5) }),
          node({ id: 'gone', kind: 'Conversation', dueAt: at(1), status: 'DELETED' }),
          node({ id: 'job', kind: 'Job', dueAt: at(1) }),
          node({ id: 'never', kind: 'Conversation' }),
        ],
      });
      await graph.commit(other, { nodes: [node({ id: 'between', kind: 'Conversation', dueAt: at(2) })] });
      const own = async (limit: number) =>
        (await graph.due(['Conversation'], at(3), limit))
          .filter((entry) => [scope, other].some((mine) => isSameScope(mine, entry.scope)))
          .map((entry) => [entry.scope.workspace === scope.workspace, entry.node.id]);
      const due = [
        [true, 'early'],
        [false, 'between'],
        [true, 'late'],
      ];
      expect(await own(1000)).toEqual(due);
      await graph.commit(scope, { nodes: [node({ id: 'early', kind: 'Conversation' })] });
      expect(await own(1000)).toEqual(due.slice(1));
      for (const id of ['late', 'later']) await graph.commit(scope, { nodes: [node({ id, kind: 'Conversation' })] });
      await graph.commit(other, { nodes: [node({ id: 'between', kind: 'Conversation' })] });
      expect(await own(1000)).toEqual([]);
    });

    it('knows which nodes the search index is behind on', async () => {
      const scope = freshScope();
      const unindexed = async () =>
        (await graph.unindexed(['Fact'], 1000)).filter((entry) => isSameScope(entry.scope, scope)).map((entry) => entry.node.id);
      const indexedVersion = async () => (await graph.get(scope, ['n']))[0]?.indexedVersion;
      const ofAnotherKind = node({ id: 'another', kind: 'Message', indexedVersion: 0 });
      await graph.commit(scope, { nodes: [node({ id: 'n', indexedVersion: 0 }), node({ id: 'never' }), ofAnotherKind] });
      expect(await unindexed()).toEqual(['n']);
      await graph.markIndexed(scope, [
        { id: 'n', version: 1 },
        { id: 'never', version: 1 },
        { id: 'nobody', version: 1 },
      ]);
      expect(await unindexed()).toEqual([]);
      expect(await graph.get(scope, ['never'])).toMatchObject([{ indexedVersion: null }]);

      await graph.commit(scope, { nodes: [node({ id: 'n', indexedVersion: 1, status: 'DELETED' })] });
      await graph.commit(scope, { nodes: [node({ id: 'n', indexedVersion: 1, status: 'DELETED' })] });
      expect(await unindexed()).toEqual(['n']);
      await graph.markIndexed(scope, [{ id: 'n', version: 2 }]);
      expect(await unindexed()).toEqual(['n']);
      await graph.markIndexed(scope, [{ id: 'n', version: 3 }]);
      await graph.markIndexed(scope, [{ id: 'n', version: 2 }]);
      expect(await indexedVersion()).toBe(3);
      expect(await unindexed()).toEqual([]);
      await graph.markIndexed(scope, [
        { id: 'n', version: 0 },
        { id: 'never', version: 0 },
      ]);
      expect(await indexedVersion()).toBe(0);
      expect(await unindexed()).toEqual(['n']);
      await graph.markIndexed(scope, [{ id: 'n', version: 3 }]);
      expect(await unindexed()).toEqual([]);
      expect(await graph.get(scope, ['never'])).toMatchObject([{ indexedVersion: null }]);
      expect((await graph.get(scope, ['n']))[0]?.version).toBe(3);
    });

    it('lists every scope that holds a node, once', async () => {
      const scopes = lookAlikeScopes();
      for (const scope of scopes) await graph.commit(scope, { nodes: [node(), node()] });
      const listed = (await Array.fromAsync(graph.scopes())).map(scopeKey);
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed).toEqual(expect.arrayContaining(scopes.map(scopeKey)));
    });

    it('lists no scope whose nodes are gone', async () => {
      const [scope, emptied] = [freshScope(), freshScope()];
      for (const each of [scope, emptied]) await graph.commit(each, { nodes: [node({ id: 'n' })] });
      await graph.purge(emptied, { ids: ['n'] });
      const listed = (await Array.fromAsync(graph.scopes())).map(scopeKey);
      expect(listed).toContain(scopeKey(scope));
      expect(listed).not.toContain(scopeKey(emptied));
    });

    it('knows the edges of a scope that do not end at a node of it', async () => {
      const [scope, other] = [freshScope(), freshScope()];
      const loose = async () => (await Array.fromAsync(graph.looseEdges(scope))).map(({ id, kind }) => [id, kind]);
      expect(await loose()).toEqual([]);
      await graph.commit(other, { nodes: [node({ id: 'elsewhere' })] });
      await graph.commit(scope, {
        nodes: [node({ id: 'a' }), node({ id: 'b', status: 'DELETED' })],
        edges: [
          edge('a', 'b', { id: 'whole' }),
          edge('a', 'elsewhere', { id: 'y', kind: 'to another scope' }),
          edge('nobody', 'b', { id: 'x', kind: 'from nobody' }),
          edge('nobody', 'elsewhere', { id: 'z', kind: 'between neither' }),
        ],
      });
      const [x, y, z] = [
        ['x', 'from nobody'],
        ['y', 'to another scope'],
        ['z', 'between neither'],
      ];
      expect(await loose()).toEqual([x, y, z]);
      await graph.commit(scope, { nodes: [node({ id: 'nobody' })] });
      expect(await loose()).toEqual([y, z]);
      expect(await Array.fromAsync(graph.looseEdges(other))).toEqual([]);
    });

    it('answers that it works', async () => {
      await graph.check(AbortSignal.timeout(10_000));
    });

    it('shows no scope anything of another, also of those that look alike', async () => {
      const scopes = lookAlikeScopes();
      for (const [i, scope] of scopes.entries()) {
        await graph.commit(scope, {
          nodes: [
            node({ id: 'n', expectedVersion: 0, conversationId: 'c', indexedVersion: 0, properties: { i }, record: 'stored' }),
            node({ id: 'other', properties: { i } }),
          ],
          edges: [edge('n', 'other', { id: 'e', properties: { i } })],
          idempotency: { operation: 'store', key: 'k', requestHash: `h${i}`, reply: { i } },
        });
        await graph.commit(scope, { nodes: [node({ id: `only-${i}` })] });
        await graph.markIndexed(scope, [{ id: 'n', version: 1 }]);
      }
      for (const [i, scope] of scopes.entries()) {
        expect(await graph.get(scope, ['n', ...scopes.map((_, n) => `only-${n}`)])).toMatchObject([
          { id: 'n', version: 1, properties: { i } },
          { id: `only-${i}` },
        ]);
        const found = await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 1000 });
        expect(found.items.map(({ id }) => id).sort()).toEqual(['n', `only-${i}`, 'other']);
        expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(3);
        expect(await graph.history(scope, 'n')).toMatchObject([{ node: { properties: { i } } }]);
        expect(await graph.idempotencyRecord(scope, 'store', 'k')).toMatchObject({ reply: { i } });
        const { items } = await graph.neighbours(scope, 'n', { direction: 'both', limit: 10 });
        expect(items).toMatchObject([{ edge: { properties: { i } }, node: { properties: { i } } }]);
      }
    });
  });
}
