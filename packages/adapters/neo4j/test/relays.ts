import type { Scope } from '@agent-mem/contract';
import { type GraphMaintenance, type OutboxEntry, partOf } from '@agent-mem/storage';
import { event, freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import { describe, expect, it } from 'vitest';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { scopeText } from '../src/scope-text.ts';
import { ask, openGraph } from './opened-graph.ts';

/** What relays and sweepers of several processes come to. */
export function describeRelays(server: () => Neo4j): void {
  describe('maintenance by several instances', () => {
    /** Publishes what waits until `isOver` and nothing waits, as the kit's relay does. */
    async function relay(graph: GraphMaintenance, isOver: () => boolean, publish: (id: string) => void): Promise<void> {
      for (;;) {
        const wasOver = isOver();
        const entries = await graph.outbox(20);
        if (entries.length === 0 && wasOver) return;
        for (const { position, event: published } of entries) {
          publish(published.id);
          await graph.markPublished([position]);
        }
      }
    }

    it('two relays publish everything that is committed meanwhile, and skip nothing', async () => {
      await using one = openGraph(server());
      await using other = openGraph(server());
      const scopes = [freshScope(), freshScope(), freshScope()];
      const published = new Set<string>();
      let isOver = false;
      const relays = [one, other].map((graph) =>
        relay(
          graph,
          () => isOver,
          (id) => published.add(id),
        ),
      );
      const ids = await Promise.all(
        Array.from({ length: 150 }, async (_, n) => {
          const scope = scopes[n % 3] as Scope;
          const pair = [`${scope.workspace} ${n}a`, `${scope.workspace} ${n}b`];
          await (n % 2 === 0 ? one : other).commit(scope, { events: pair.map((id) => event(scope, id)) });
          return pair;
        }),
      );
      isOver = true;
      await Promise.all(relays);
      expect(ids.flat().filter((id) => !published.has(id))).toEqual([]);
      expect(await one.outbox(10)).toEqual([]);
    });

    it('positions rise in the order of the commits, and a relay that reads meanwhile sees none before an earlier one', async () => {
      await using graph = openGraph(server());
      await using reader = openGraph(server());
      const scope = freshScope();
      const seen: string[] = [];
      let isOver = false;
      const reading = relay(
        reader,
        () => isOver,
        (id) => seen.push(id),
      );
      // The writer that commits first has the lower version: they write one node.
      const versions = new Map<string, number>();
      await Promise.all(
        Array.from({ length: 150 }, async (_, n) => {
          const id = `${scope.workspace} ${n}`;
          const result = await graph.commit(scope, {
            nodes: [node({ id: 'hot' }), node({ id: `n ${n}` })],
            events: [event(scope, id)],
          });
          versions.set(id, result.versions.hot ?? 0);
        }),
      );
      isOver = true;
      await reading;
      const own = seen.filter((id) => id.startsWith(scope.workspace)).map((id) => versions.get(id));
      expect(own).toEqual(Array.from({ length: 150 }, (_, n) => n + 1));
    });

    it('positions rise also where no node orders the commits', async () => {
      await using graph = openGraph(server());
      const scope = freshScope();
      const seen = new Set<string>();
      let isOver = false;
      const committing = Promise.all(
        Array.from({ length: 150 }, (_, n) =>
          graph.commit(scope, { nodes: [node({ id: `n ${n}` })], events: [event(scope, `e ${n}`)] }),
        ),
      ).finally(() => {
        isOver = true;
      });
      // Nothing is marked: what is there once must stay in front of all that comes later.
      let before: readonly string[] = [];
      while (!isOver) {
        const entries = (await graph.outbox(1_000)).filter((entry) => entry.event.workspace === scope.workspace);
        const now = entries.map(({ position }) => position);
        expect(now.slice(0, before.length)).toEqual(before);
        before = now;
        for (const position of now) seen.add(position);
      }
      await committing;
      const all = (await graph.outbox(1_000)).filter((entry) => entry.event.workspace === scope.workspace);
      expect(all).toHaveLength(150);
      await graph.markPublished(all.map(({ position }) => position));
    });

    it('marking the same positions twice, at once and again, harms nothing; what is no position is passed over', async () => {
      await using one = openGraph(server());
      await using other = openGraph(server());
      const scope = freshScope();
      await one.commit(scope, { events: Array.from({ length: 50 }, (_, n) => event(scope, `e ${n}`)) });
      await one.commit(scope, { events: [event(scope, 'last')] });
      const entries = (await one.outbox(1_000)).filter((entry) => entry.event.workspace === scope.workspace);
      const positions = entries.slice(0, 50).map(({ position }) => position);
      await Promise.all([one, other, one, other].map((graph) => graph.markPublished(positions)));
      await one.markPublished([...positions, '', 'rubbish', '12', '99999999999999999999 x']);
      const left = (await one.outbox(1_000)).filter((entry) => entry.event.workspace === scope.workspace);
      expect(left.map((entry) => entry.event.id)).toEqual(['last']);
      await one.markPublished(left.map(({ position }) => position));
    });

    it('what a version without parts has written is handed out in order with the rest', async () => {
      await using one = openGraph(server());
      await using other = openGraph(server());
      const group = `group ${crypto.randomUUID()}`;
      const scopes = Array.from({ length: 12 }, freshScope);
      const due = { kind: 'Job', dueAt: '1971-01-01T00:00:00.000Z', indexedVersion: 0 } as const;
      for (const [n, scope] of [...scopes, ...scopes, ...scopes].entries()) {
        await one.commit(scope, { nodes: [node({ id: `n${n}`, ...due })], events: [event(scope, `e${n}`)] });
        if (n % 3 === 2) continue;
        const parameters = { text: scopeText(scope), event: `"id":"e${n}"`, id: `n${n}` };
        await ask(server(), 'MATCH (o:AgentMemOutbox {scope: $text}) WHERE o.event CONTAINS $event REMOVE o.part', parameters);
        await ask(server(), 'MATCH (n:AgentMemNode {scope: $text, id: $id}) REMOVE n.part', parameters);
      }
      const owners = [
        [one, 'one'],
        [other, 'other'],
      ] as const;
      for (let round = 0; round < 2; round++) {
        for (const [graph, owner] of owners) await graph.hold(owner, { [group]: [] }, 60_000);
      }
      const taken: string[] = [];
      for (const [graph, owner] of owners) {
        const held = (await graph.hold(owner, { [group]: [] }, 60_000))[group] ?? [];
        const mine = [...scopes, ...scopes, ...scopes].flatMap((scope, n) => (held[partOf(scope)] === owner ? n : []));
        const claim = { group, owner, kinds: ['Job'], until: due.dueAt, limit: 3 } as const;
        const entries: OutboxEntry[] = [];
        for (let page = await graph.claim('publish', claim); page.length > 0; page = await graph.claim('publish', claim)) {
          entries.push(...page);
          await graph.markPublished(page.map(({ position }) => position));
        }
        expect(entries.map((entry) => entry.event.id)).toEqual(mine.map((n) => `e${n}`));
        for (const queue of ['due', 'index'] as const) {
          const works = await graph.claim(queue, { ...claim, limit: 1_000 });
          const ours = works.filter(({ scope }) => scopes.some(({ workspace }) => workspace === scope.workspace));
          expect(ours.map((work) => work.node.id).sort()).toEqual(mine.map((n) => `n${n}`).sort());
        }
        taken.push(...entries.map((entry) => entry.event.id));
      }
      expect(taken).toHaveLength(36);
      for (const scope of scopes) await one.purge(scope, 'everything');
    });

    it('four sweepers at once drop every kept reply', async () => {
      await using one = openGraph(server());
      await using other = openGraph(server());
      await one.dropIdempotencyRecords('2999-01-01T00:00:00.000Z');
      const scope = freshScope();
      const commit = (key: string) =>
        one.commit(scope, { idempotency: { operation: 'store', key, requestHash: 'h', reply: {} } });
      await Promise.all(Array.from({ length: 60 }, (_, n) => commit(`k${n}`)));
      const dropped = await Promise.all(
        [one, other, one, other].map((graph) => graph.dropIdempotencyRecords('2999-01-01T00:00:00.000Z')),
      );
      expect(dropped.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60);
      expect(await one.idempotencyRecord(scope, 'store', 'k7')).toBeNull();
    });
  });
}
