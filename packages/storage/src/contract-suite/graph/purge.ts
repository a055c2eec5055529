import { isSameScope } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { everyStatus, type Graph, type NodeKind } from '../../graph.ts';
import type { GraphMaintenance } from '../../graph-maintenance.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope, lookAlikeScopes } from '../scopes.ts';
import { edge, event, node } from './fixtures.ts';
import type { GraphCapabilities } from './maintenance.ts';

const kinds: readonly NodeKind[] = ['Fact', 'Guard', 'Message', 'Settings', 'PurgeMark'];

/** What a purge removes and what it leaves. */
export function describePurge(open: OpenStore<Graph & GraphMaintenance>, capabilities: GraphCapabilities): void {
  describe('purge', () => {
    let graph: Graph & GraphMaintenance;
    openBeforeEach(open, (store) => {
      graph = store;
    });

    const idsIn = async (scope: ReturnType<typeof freshScope>) =>
      (await graph.find(scope, { kinds, statuses: everyStatus, order: 'createdAt', limit: 1_000 })).items
        .map(({ id }) => id)
        .sort();
    const recordOf = (key: string, reply: Record<string, string>) => ({ operation: 'facts.store', key, requestHash: 'h', reply });

    it('of a node takes its edges, states, guard, and the replies that name it, and leaves the others', async () => {
      const scope = freshScope();
      await graph.commit(scope, {
        nodes: [
          node({ id: 'a', record: 'stored' }),
          node({ id: 'ab', record: 'stored' }),
          node({ id: 'guard_a', kind: 'Guard', properties: { holder: 'a' } }),
          node({ id: 'guard_old', kind: 'Guard', status: 'DELETED', properties: { holder: 'a' } }),
          node({ id: 'topic_a', kind: 'Guard', properties: { holders: ['a'] } }),
          node({ id: 'topic_both', kind: 'Guard', properties: { holders: ['a', 'ab'] } }),
          node({ id: 'guard_ab', kind: 'Guard', properties: { holder: 'ab' } }),
        ],
        edges: [edge('a', 'ab', { id: 'e1' }), edge('ab', 'a', { id: 'e2' }), edge('ab', 'ab', { id: 'e3' })],
        idempotency: recordOf('k1', { fact_id: 'a' }),
      });
      await graph.commit(scope, { nodes: [node({ id: 'a', status: 'DELETED', record: 'deleted' })] });
      await graph.commit(scope, { idempotency: recordOf('k2', { fact_id: 'ab' }) });

      const purged = await graph.purge(scope, { ids: ['a', 'nobody'] });
      expect(purged).toEqual({
        nodes: 4,
        edges: 2,
        versions: 2,
        events: 0,
        replies: [{ operation: 'facts.store', key: 'k1' }],
      });
      expect(await idsIn(scope)).toEqual(['ab', 'guard_ab', 'topic_both']);
      expect(await graph.get(scope, ['a', 'guard_a'])).toEqual([]);
      expect(await graph.history(scope, 'a')).toEqual([]);
      expect(await graph.history(scope, 'ab')).toHaveLength(1);
      expect(await graph.idempotencyRecord(scope, 'facts.store', 'k1')).toBeNull();
      expect(await graph.idempotencyRecord(scope, 'facts.store', 'k2')).not.toBeNull();
      const { items } = await graph.neighbours(scope, 'ab', { direction: 'both', limit: 10 });
      expect(items.map((found) => found.edge.id)).toEqual(['e3']);
      // The same again finds nothing.
      expect(await graph.purge(scope, { ids: ['a'] })).toEqual({ nodes: 0, edges: 0, versions: 0, events: 0, replies: [] });
      // What is written under the id from then on begins anew.
      const { versions } = await graph.commit(scope, { nodes: [node({ id: 'a', expectedVersion: 0 })] });
      expect(versions).toEqual({ a: 1 });
    });

    it('of a conversation takes what nodes of a kind said in it before they left it', async () => {
      const scope = freshScope();
      const said = (id: string, conversationId: string, text: string) =>
        node({ id, conversationId, record: 'stored', properties: { text, beside: { conversationId: 'c"1"' } } });
      await graph.commit(scope, { nodes: [said('a', 'c"1"', 'one'), said('b', 'c2', 'one')] });
      await graph.commit(scope, { nodes: [said('a', 'c2', 'two'), said('b', 'c"1"', 'two')] });
      const ofOthers = { ids: [], statesOf: { conversationId: 'c"1"', kinds: ['Episode'] } } as const;
      expect((await graph.purge(scope, ofOthers)).versions).toBe(0);
      const what = { ids: [], statesOf: { conversationId: 'c"1"', kinds: ['Episode', 'Fact'] } } as const;
      expect(await graph.purge(scope, what)).toMatchObject({ nodes: 0, versions: 2 });
      const texts = async (id: string) => (await graph.history(scope, id)).map((state) => state.node.properties.text);
      expect([await texts('a'), await texts('b')]).toEqual([['two'], ['one']]);
      expect((await graph.get(scope, ['a', 'b'])).map(({ version }) => version)).toEqual([2, 2]);
    });

    it('takes replies that hold a name, at whatever depth', async () => {
      const scope = freshScope();
      const reply = { conversation: { list: [{ conversation_id: 'talk "1"' }] } };
      await graph.commit(scope, { idempotency: { operation: 'o', key: 'deep', requestHash: 'h', reply } });
      await graph.commit(scope, { idempotency: { operation: 'o', key: 'other', requestHash: 'h', reply: { said: 'talk' } } });
      const { replies } = await graph.purge(scope, { ids: [], names: ['talk "1"'] });
      expect(replies).toEqual([{ operation: 'o', key: 'deep' }]);
      expect(await graph.idempotencyRecord(scope, 'o', 'other')).not.toBeNull();
    });

    it('takes no text for the name of a member, and no scope for what an event is about', async () => {
      // Whoever names a conversation may name it as its user is named.
      const scope = freshScope();
      const { user } = scope;
      await graph.commit(scope, { idempotency: recordOf('member', { talk: 'x' }), events: [event(scope, 'e1')] });
      await graph.commit(scope, { idempotency: recordOf('value', { said: 'talk' }) });
      const purged = await graph.purge(scope, { ids: [], names: ['talk', 'user', user] });
      expect(purged).toMatchObject({ replies: [{ key: 'value' }], events: 0 });
      expect(await graph.idempotencyRecord(scope, 'facts.store', 'member')).not.toBeNull();
      expect((await graph.purge(scope, 'everything')).events).toBe(capabilities.outbox ? 1 : 0);
    });

    it('leaves a unique key that another node takes meanwhile', async () => {
      const scope = freshScope();
      const uniqueKey = (id: string, holder: string) => node({ id, kind: 'Guard', properties: { holder } });
      const others = Array.from({ length: 500 }, (_, index) => `key_${String(index).padStart(3, '0')}`);
      await graph.commit(scope, { nodes: [uniqueKey('key', 'a'), ...others.map((id) => uniqueKey(id, 'b'))] });
      await Promise.all([graph.purge(scope, { ids: ['a'] }), graph.commit(scope, { nodes: [uniqueKey('key', 'c')] })]);
      expect((await graph.get(scope, ['key'])).map(({ properties }) => properties)).toEqual([{ holder: 'c' }]);
      await graph.purge(scope, 'everything');
    });

    it('takes replies of any length, and leaves those between them', async () => {
      const scope = freshScope();
      const lengths = [200_000, 1, 100_000, 40_000, 40_000, 1, 1];
      for (const [index, length] of lengths.entries()) {
        const reply = { text: 'x'.repeat(length), said: index % 2 === 0 ? 'talk' : 'other' };
        await graph.commit(scope, { idempotency: recordOf(`k${index}`, reply) });
      }
      const { replies } = await graph.purge(scope, { ids: [], names: ['talk'] });
      expect(replies.map(({ key }) => key).sort()).toEqual(['k0', 'k2', 'k4', 'k6']);
      expect(await graph.idempotencyRecord(scope, 'facts.store', 'k5')).not.toBeNull();
    });

    it('of everything leaves the nodes that it is to leave', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'a' }), node({ id: 'b' }), node({ id: 'c' })] });
      expect((await graph.purge(scope, 'everything', ['b', 'gone'])).nodes).toBe(2);
      expect(await idsIn(scope)).toEqual(['b']);
    });

    it('takes more than goes at once, with all that hangs on it', async () => {
      const scope = freshScope();
      const ids = Array.from({ length: 450 }, (_, index) => `n${String(index).padStart(3, '0')}`);
      const all = async (kind: 'Fact' | 'Guard', idOf: (id: string) => string) => {
        for (let start = 0; start < ids.length; start += 100) {
          const some = ids.slice(start, start + 100);
          await graph.commit(scope, {
            nodes: some.map((id) =>
              node({ id: idOf(id), kind, ...(kind === 'Guard' ? { properties: { holder: id } } : { record: 'stored' }) }),
            ),
            ...(kind === 'Fact' && { edges: some.map((id) => edge(id, id, { id: `e_${id}` })) }),
          });
        }
      };
      await all('Fact', (id) => id);
      await all('Guard', (id) => `guard_${id}`);
      for (const id of ids.slice(0, 250)) await graph.commit(scope, { idempotency: recordOf(`k_${id}`, { fact_id: id }) });
      const [kept = '', ...gone] = ids;
      const purged = await graph.purge(scope, { ids: gone });
      expect({ ...purged, replies: purged.replies.length }).toMatchObject({
        nodes: 2 * gone.length,
        edges: gone.length,
        versions: gone.length,
        replies: 249,
      });
      expect(await idsIn(scope)).toEqual([`guard_${kept}`, kept].toSorted());
      expect(await graph.idempotencyRecord(scope, 'facts.store', `k_${kept}`)).not.toBeNull();
    });

    it('of everything leaves what was set and the marks of purges, and no other scope is touched', async () => {
      const scopes = lookAlikeScopes();
      for (const scope of scopes) {
        await graph.commit(scope, {
          nodes: [
            node({ id: 'a', record: 'stored', dueAt: '2026-01-01T00:00:00.000Z', indexedVersion: 0 }),
            node({ id: 'gone', status: 'DELETED' }),
            node({ id: 'guard', kind: 'Guard', properties: { holder: 'a' } }),
            node({ id: 'settings', kind: 'Settings' }),
            node({ id: 'purged', kind: 'PurgeMark' }),
          ],
          edges: [edge('a', 'gone'), edge('a', 'nobody')],
          idempotency: recordOf('k', { fact_id: 'a' }),
        });
      }
      const [first, ...others] = scopes as readonly [(typeof scopes)[number], ...(typeof scopes)[number][]];
      const { edges, ...purged } = await graph.purge(first, 'everything');
      expect(purged).toEqual({ nodes: 3, versions: 1, events: 0, replies: [{ operation: 'facts.store', key: 'k' }] });
      expect(edges).toBe(2);
      expect(await idsIn(first)).toEqual(['purged', 'settings']);
      expect(await graph.idempotencyRecord(first, 'facts.store', 'k')).toBeNull();
      expect(await graph.history(first, 'a')).toEqual([]);
      for (const scope of others) {
        expect(await idsIn(scope)).toEqual(['a', 'gone', 'guard', 'purged', 'settings']);
        expect(await graph.idempotencyRecord(scope, 'facts.store', 'k')).not.toBeNull();
      }
      const due = await graph.due(['Fact'], '2026-01-02T00:00:00.000Z', 1_000);
      expect(due.filter(({ scope }) => isSameScope(scope, first))).toEqual([]);
      for (const scope of others) await graph.purge(scope, 'everything');
    });

    it('takes more than fits into one step', async () => {
      const scope = freshScope();
      const all = Array.from({ length: 1_300 }, (_, index) => `n${index}`);
      for (let start = 0; start < all.length; start += 200) {
        const part = all.slice(start, start + 200);
        await graph.commit(scope, {
          nodes: part.map((id) => node({ id, record: 'stored' })),
          edges: part.map((id) => edge(id, all[0] ?? '', { id: `e-${id}` })),
        });
      }
      const some = await graph.purge(scope, { ids: all.slice(600) });
      expect([some.nodes, some.edges, some.versions]).toEqual([700, 700, 700]);
      const rest = await graph.purge(scope, 'everything');
      expect([rest.nodes, rest.edges, rest.versions]).toEqual([600, 600, 600]);
      expect(await idsIn(scope)).toEqual([]);
    });

    it('takes the events that wait, where they wait in the Graph', async () => {
      if (!capabilities.outbox) return;
      const [scope, other] = [freshScope(), freshScope()];
      for (const own of [scope, other]) await graph.commit(own, { events: [event(own, `${own.workspace}-1`)] });
      const waiting = async () => (await graph.outbox(1_000)).map((entry) => entry.event.workspace);
      expect((await graph.purge(scope, { ids: ['nothing'], names: ['elsewhere'] })).events).toBe(0);
      expect((await graph.purge(scope, { ids: ['f'] })).events).toBe(1);
      expect((await graph.purge(other, { ids: [], names: ['c'] })).events).toBe(1);
      await graph.commit(scope, { events: [event(scope, 'again')] });
      expect((await graph.purge(scope, 'everything')).events).toBe(1);
      const left = await waiting();
      expect([left.includes(scope.workspace), left.includes(other.workspace)]).toEqual([false, false]);
    });

    it('may meet readers and writers', async () => {
      const scope = freshScope();
      const ids = Array.from({ length: 60 }, (_, index) => `n${index}`);
      const writing = ids.map((id) =>
        graph
          .commit(scope, { nodes: [node({ id, record: 'stored' })], edges: [edge(id, ids[0] ?? '')] })
          .then(() => graph.purge(scope, { ids: [id] })),
      );
      const reading = ids.map(async (id) => {
        await graph.get(scope, ids);
        const { items } = await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 100 });
        await graph.neighbours(scope, id, { direction: 'both', limit: 100 });
        await graph.history(scope, id);
        return items;
      });
      for (const items of await Promise.all(reading)) expect(items.every((found) => found.kind === 'Fact')).toBe(true);
      await Promise.all(writing);
      expect(await idsIn(scope)).toEqual([]);
    });
  });
}
