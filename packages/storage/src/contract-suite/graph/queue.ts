import { isSameScope, type Scope, scopeOf } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { Graph } from '../../graph.ts';
import type { GraphMaintenance } from '../../graph-maintenance.ts';
import { type PartOwners, partCount, partOf } from '../../queue/work-queue.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope } from '../scopes.ts';
import { event, node } from './fixtures.ts';
import type { GraphCapabilities } from './maintenance.ts';

const long = 60_000;
const minute = (number: number) => `1971-01-01T00:0${number}:00.000Z`;

/** How work is handed out to several owners. */
export function describeQueue(open: OpenStore<Graph & GraphMaintenance>, capabilities: GraphCapabilities): void {
  describe('the work queue', () => {
    let graph: Graph & GraphMaintenance;
    /** Of this test alone, as leases of others may stand. */
    let group: string;
    openBeforeEach(open, async (store) => {
      graph = store;
      group = `group ${crypto.randomUUID()}`;
      await publishAll();
    });

    async function publishAll(): Promise<void> {
      for (let waiting = await graph.outbox(1000); waiting.length > 0; waiting = await graph.outbox(1000)) {
        await graph.markPublished(waiting.map(({ position }) => position));
      }
    }
    const partsIn = (owners: PartOwners = [], owner: string) => owners.flatMap((other, part) => (other === owner ? part : []));
    const hold = async (owner: string, busy: readonly number[] = [], ttlMs = long) =>
      partsIn((await graph.hold(owner, { [group]: busy }, ttlMs))[group], owner);
    const scopes = Array.from({ length: 40 }, freshScope);
    const isOf = (parts: readonly number[]) => (scope: Scope) => parts.includes(partOf(scope));

    it('has parts by scope, the same in every process and version', () => {
      expect(partOf(scopeOf({ workspace: 'default', user: 'u1', collection: 'default' }))).toBe(16);
      expect(new Set(scopes.map(partOf)).size).toBeGreaterThan(10);
      expect(scopes.every((scope) => partOf(scope) < partCount)).toBe(true);
    });

    it('gives the only owner every part, and a second one half, at the next renewal of the first', async () => {
      expect(await hold('one')).toHaveLength(partCount);
      expect(await hold('two')).toEqual([]);
      const first = await hold('one');
      const second = await hold('two');
      expect([first.length, second.length]).toEqual([partCount / 2, partCount / 2]);
      expect(new Set([...first, ...second]).size).toBe(partCount);
      expect(await hold('one')).toEqual(first);
    });

    it('takes no part from an owner while it is busy', async () => {
      const all = await hold('one');
      await hold('two');
      expect(await hold('one', all)).toEqual(all);
      expect(await hold('two')).toEqual([]);
      const busy = all.slice(0, 3);
      expect(await hold('one', busy)).toEqual(expect.arrayContaining(busy));
      expect(await hold('two')).toHaveLength(partCount / 2);
    });

    it('gives the parts of one that left to the others at once, and of one that died when its lease is over', async () => {
      await hold('one');
      await hold('two');
      await hold('one');
      await hold('two');
      await graph.release('two', [group]);
      expect(await hold('one')).toHaveLength(partCount);
      await graph.release('one', [group]);
      expect(await hold('three', [], 20)).toHaveLength(partCount);
      await expect.poll(() => hold('four')).toHaveLength(partCount);
      expect(await graph.claim('publish', { group, owner: 'three', limit: 1 })).toEqual([]);
    });

    it('renews several groups at once, each with owners of its own', async () => {
      const other = `${group} b`;
      await graph.hold('one', { [group]: [], [other]: [] }, long);
      await graph.hold('two', { [other]: [] }, long);
      const held = await graph.hold('one', { [group]: [], [other]: [] }, long);
      expect([partsIn(held[group], 'one').length, partsIn(held[other], 'one').length]).toEqual([partCount, partCount / 2]);
    });

    it('answers who owns each part, also to another, and which nobody does', async () => {
      await hold('one');
      await hold('two');
      const owners = async (owner: string) => new Set((await graph.hold(owner, { [group]: [] }, long))[group]);
      expect(await owners('one')).toEqual(new Set(['one', null]));
      expect(await owners('two')).toEqual(new Set(['one', 'two']));
      await graph.release('two', [group]);
      expect(await owners('one')).toEqual(new Set(['one']));
    });

    it('shares out the parts among owners that come at the same time', async () => {
      const owners = ['one', 'two', 'three', 'four'];
      for (let round = 0; round < 3; round++) await Promise.all(owners.map((owner) => hold(owner)));
      const held = await Promise.all(owners.map((owner) => hold(owner)));
      expect(held.map(({ length }) => length)).toEqual(owners.map(() => partCount / 4));
      expect(new Set(held.flat()).size).toBe(partCount);
    });

    if (capabilities.outbox) {
      it('hands out the events of the own parts in the order of commits, again until they are marked', async () => {
        for (const [n, scope] of [...scopes, ...scopes].entries()) await graph.commit(scope, { events: [event(scope, `e${n}`)] });
        await hold('one');
        await hold('two');
        const own = { one: await hold('one'), two: await hold('two') };
        const claimed = async (owner: 'one' | 'two', limit = 1000) => graph.claim('publish', { group, owner, limit });
        for (const owner of ['one', 'two'] as const) {
          const expected = [...scopes, ...scopes].flatMap((scope, n) => (isOf(own[owner])(scope) ? `e${n}` : []));
          const entries = await claimed(owner);
          expect(entries.map((entry) => entry.event.id)).toEqual(expected);
          expect(await claimed(owner)).toEqual(entries);
          expect(await claimed(owner, 3)).toEqual(entries.slice(0, 3));
          await graph.markPublished(entries.slice(0, 2).map(({ position }) => position));
          expect(await claimed(owner)).toEqual(entries.slice(2));
        }
        expect(await graph.claim('publish', { group, owner: 'nobody', limit: 10 })).toEqual([]);
        await publishAll();
      });
    }

    it('hands out what is due and what is not indexed in the own parts, in order', async () => {
      const kind = 'Job';
      for (const [n, scope] of scopes.entries()) {
        const dueAt = minute(n % 7);
        await graph.commit(scope, { nodes: [node({ id: `n${n}`, kind, dueAt, updatedAt: dueAt, indexedVersion: 0 })] });
      }
      await hold('one');
      await hold('two');
      const own = { one: await hold('one'), two: await hold('two') };
      for (const owner of ['one', 'two'] as const) {
        const ours = ({ scope }: { scope: Scope }) => scopes.some((each) => isSameScope(each, scope));
        const by = { group, owner, kinds: [kind], limit: 1000 } as const;
        const expected = scopes
          .map((scope, n) => ({ scope, minute: minute(n % 7), id: `n${n}` }))
          .filter(({ scope }) => isOf(own[owner])(scope))
          .sort((a, b) => (a.minute + a.id < b.minute + b.id ? -1 : 1));
        const unindexed = (await graph.claim('index', by)).filter(ours);
        expect(unindexed.map((work) => work.node.id)).toEqual(expected.map(({ id }) => id));
        // Other tests of the store may have left work that is due.
        const everything = await graph.claim('due', { ...by, until: minute(3) });
        const due = everything.filter(ours);
        const isDue = ({ minute: at }: { minute: string }) => at <= minute(3);
        expect(due.map((work) => work.node.id)).toEqual(expected.filter(isDue).map(({ id }) => id));
        expect(due[0]?.scope).toEqual(expected[0]?.scope);
        expect(await graph.claim('due', { ...by, until: minute(3), limit: 2 })).toEqual(everything.slice(0, 2));
        expect(await graph.claim('due', { ...by, kinds: [], until: minute(3) })).toEqual([]);
      }
      expect(await graph.claim('due', { group, owner: 'nobody', kinds: [kind], until: minute(9), limit: 10 })).toEqual([]);
      expect(await graph.claim('index', { group, owner: 'nobody', kinds: [kind], limit: 10 })).toEqual([]);
      for (const [n, scope] of scopes.entries()) {
        await graph.commit(scope, { nodes: [node({ id: `n${n}`, kind })] });
      }
    });

    it('hands out work that was purged to nobody', async () => {
      const scope = freshScope();
      await hold('one');
      await graph.commit(scope, { nodes: [node({ id: 'n', kind: 'Job', dueAt: minute(1) })], events: [event(scope, 'n')] });
      await graph.purge(scope, 'everything');
      const due = await graph.claim('due', { group, owner: 'one', kinds: ['Job'], until: minute(2), limit: 1000 });
      expect(due.filter((work) => isSameScope(work.scope, scope))).toEqual([]);
      expect(await graph.claim('publish', { group, owner: 'one', limit: 1000 })).toEqual([]);
    });
  });
}
