import { isSameScope, type Scope } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { Graph } from '../../graph.ts';
import type { GraphArchive, GraphMaintenance, GraphRecord } from '../../graph-maintenance.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope, lookAlikeScopes } from '../scopes.ts';
import { edge, event, node } from './fixtures.ts';

type ArchivedGraph = Graph & GraphMaintenance & GraphArchive;

/** What moving a scope as a whole promises: every adapter of a Graph passes it. */
export function describeGraphArchive(name: string, open: OpenStore<ArchivedGraph>): void {
  describe(`${name} moves scopes`, () => {
    let graph: ArchivedGraph;
    let scope: Scope;
    openBeforeEach(open, (store, own) => {
      graph = store;
      scope = own;
    });

    const dumped = (of: Scope) => Array.fromAsync(graph.dump(of));

    /** Nodes in several versions, edges with and without ends, history, and a stored reply. */
    async function fill(of: Scope): Promise<void> {
      const full = node({
        id: 'b',
        kind: 'Message',
        weight: 0.25,
        conversationId: 'c/ü',
        ordinal: 7,
        validFrom: '2026-01-01T00:00:00.000Z',
        dueAt: '2026-12-01T00:00:00.000Z',
        indexedVersion: 0,
        properties: { text: 'größe 🧠', deep: { list: [1, null, 'x'] } },
        record: 'stored',
      });
      const record = { operation: 'store', key: 'k', requestHash: 'h', reply: { fact_id: 'b' } };
      await graph.commit(of, { nodes: [full, node({ id: 'a', status: 'DELETED' })], idempotency: record });
      await graph.commit(of, { nodes: [{ ...full, status: 'ARCHIVED', record: 'archived' }] });
      await graph.markIndexed(of, [{ id: 'b', version: 2 }]);
      const both = edge('a', 'b', { id: 'e1', weight: 0.5, properties: { since: 1 } });
      await graph.commit(of, { edges: [both, edge('a', 'nobody', { id: 'e2' })] });
      await graph.commit(of, { edges: [both] });
    }

    /** As it is after loading: what was ever to be indexed is to be indexed again. */
    const toBeIndexed = (record: GraphRecord): GraphRecord =>
      'node' in record && record.node.indexedVersion !== null ? { node: { ...record.node, indexedVersion: 0 } } : record;

    it('gives back all of a scope, each kind in order of id', async () => {
      await fill(scope);
      const records = await dumped(scope);
      expect(records).toMatchObject([
        { node: { id: 'a', version: 1, status: 'DELETED', indexedVersion: null } },
        { node: { id: 'b', version: 2, status: 'ARCHIVED', indexedVersion: 2, properties: { text: 'größe 🧠' } } },
        { edge: { id: 'e1', version: 2, weight: 0.5, properties: { since: 1 } } },
        { edge: { id: 'e2', to: 'nobody' } },
        { version: { version: 1, record: 'stored', node: { id: 'b', status: 'ACTIVE' } } },
        { version: { version: 2, record: 'archived', node: { id: 'b', status: 'ARCHIVED' } } },
        { kept: { operation: 'store', key: 'k', requestHash: 'h', reply: { fact_id: 'b' }, keptAt: expect.any(String) } },
      ]);
      expect(await dumped(freshScope())).toEqual([]);
    });

    it('is the same after it was loaded elsewhere, also twice, and everything works there', async () => {
      await fill(scope);
      const records = await dumped(scope);
      const other = freshScope();
      for (let times = 0; times < 2; times += 1) {
        await graph.load(other, records);
        expect(await dumped(other)).toEqual(records.map(toBeIndexed));
      }
      expect(await graph.get(other, ['b'])).toMatchObject([{ version: 2, conversationId: 'c/ü', ordinal: 7 }]);
      expect(await graph.history(other, 'b')).toEqual(await graph.history(scope, 'b'));
      expect(await graph.idempotencyRecord(other, 'store', 'k')).toEqual(await graph.idempotencyRecord(scope, 'store', 'k'));
      const { items } = await graph.neighbours(other, 'a', { direction: 'out', statuses: ['ARCHIVED'], limit: 10 });
      expect(items).toMatchObject([{ edge: { id: 'e1', version: 2 }, node: { id: 'b' } }]);
      const found = await graph.find(other, { kinds: ['Message'], statuses: ['ARCHIVED'], order: 'ordinal', limit: 10 });
      expect(found.items).toMatchObject([{ id: 'b' }]);
      const waiting = (await graph.unindexed(['Message'], 1000)).filter((each) => isSameScope(each.scope, other));
      expect(waiting).toMatchObject([{ node: { id: 'b' } }]);
      await graph.commit(other, { nodes: [node({ id: 'b', kind: 'Message', expectedVersion: 2 })] });
    });

    it('loads nothing over what is newer', async () => {
      await fill(scope);
      const records = await dumped(scope);
      await graph.commit(scope, {
        nodes: [node({ id: 'b', properties: { newer: true } })],
        edges: [edge('b', 'a', { id: 'e1' })],
      });
      await graph.load(scope, records);
      expect(await graph.get(scope, ['b'])).toMatchObject([{ version: 3, properties: { newer: true } }]);
      const { items } = await graph.neighbours(scope, 'b', { direction: 'out', statuses: ['DELETED'], limit: 10 });
      expect(items).toMatchObject([{ edge: { id: 'e1', version: 3 } }]);
    });

    it('loads a stored reply over an older one only', async () => {
      const replyOf = (day: number): GraphRecord => ({
        kept: { operation: 'store', key: 'k', requestHash: 'h', reply: { day }, keptAt: `2026-05-0${day}T10:00:00.000Z` },
      });
      for (const day of [2, 1]) await graph.load(scope, [replyOf(day)]);
      expect(await graph.idempotencyRecord(scope, 'store', 'k')).toMatchObject({ reply: { day: 2 } });
      await graph.load(scope, [replyOf(3)]);
      expect(await graph.idempotencyRecord(scope, 'store', 'k')).toMatchObject({ reply: { day: 3 } });
    });

    it('publishes nothing', async () => {
      await graph.commit(scope, { nodes: [node({ id: 'a' })], events: [event(scope, 'once')] });
      const before = await graph.outbox(1000);
      await graph.load(freshScope(), await dumped(scope));
      expect(await graph.outbox(1000)).toHaveLength(before.length);
    });

    it('takes more than a page of each kind', async () => {
      const ids = Array.from({ length: 1_100 }, (_, i) => `n${String(i).padStart(4, '0')}`);
      const edges = ids.map((id) => edge(id, 'n0000', { id: `e${id}` }));
      await graph.commit(scope, { nodes: ids.map((id) => node({ id, record: 'stored' })), edges });
      const records = await dumped(scope);
      expect(records).toHaveLength(3_300);
      const other = freshScope();
      for (let start = 0; start < records.length; start += 500) await graph.load(other, records.slice(start, start + 500));
      expect(await dumped(other)).toEqual(records);
    });

    it('shows no scope anything of another, also of those that look alike', async () => {
      const scopes = lookAlikeScopes();
      for (const [i, own] of scopes.entries()) await graph.load(own, [{ node: { ...bare, properties: { i } } }]);
      for (const [i, own] of scopes.entries()) expect(await dumped(own)).toMatchObject([{ node: { properties: { i } } }]);
    });
  });
}

const bare = {
  id: 'n',
  kind: 'Fact',
  status: 'ACTIVE',
  version: 4,
  weight: null,
  conversationId: null,
  ordinal: null,
  validFrom: null,
  validTo: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  dueAt: null,
  indexedVersion: null,
} as const;
