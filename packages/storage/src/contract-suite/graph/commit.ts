import { describe, expect, it } from 'vitest';
import { VersionConflict } from '../../errors.ts';
import type { Change, Graph, JsonObject } from '../../graph.ts';
import type { GraphMaintenance } from '../../graph-maintenance.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope } from '../scopes.ts';
import { edge, event, node } from './fixtures.ts';

/** What a commit promises. */
export function describeCommit(open: OpenStore<Graph & GraphMaintenance>): void {
  describe('commit', () => {
    let graph: Graph & GraphMaintenance;
    openBeforeEach(open, (store) => {
      graph = store;
    });

    it('writes a node whole, with defaults for what is left out', async () => {
      const scope = freshScope();
      const result = await graph.commit(scope, { nodes: [node({ id: 'n', properties: { text: 'x' } })] });
      expect(result).toEqual({ applied: true, reply: null, versions: { n: 1 } });
      expect(await graph.get(scope, ['n'])).toEqual([
        {
          id: 'n',
          kind: 'Fact',
          status: 'ACTIVE',
          version: 1,
          weight: null,
          conversationId: null,
          ordinal: null,
          validFrom: null,
          validTo: null,
          createdAt: '2026-05-01T10:00:00.000Z',
          updatedAt: '2026-05-01T10:00:00.000Z',
          dueAt: null,
          indexedVersion: null,
          properties: { text: 'x' },
        },
      ]);
    });

    it('gives every member back, and replaces all of them at the next write', async () => {
      const scope = freshScope();
      const full = {
        id: 'n',
        kind: 'Episode',
        status: 'ARCHIVED',
        weight: 0.25,
        conversationId: 'c/ü',
        ordinal: 7,
        validFrom: '2026-01-01T00:00:00.000Z',
        validTo: '2026-02-01T00:00:00.000Z',
        createdAt: '2026-01-02T00:00:00.000Z',
        updatedAt: '2026-01-03T00:00:00.000Z',
        dueAt: '2026-01-04T00:00:00.000Z',
        indexedVersion: 0,
        properties: { a: 1 },
      } as const;
      await graph.commit(scope, { nodes: [full] });
      expect(await graph.get(scope, ['n'])).toEqual([{ ...full, version: 1 }]);
      await graph.commit(scope, { nodes: [node({ id: 'n', properties: { b: 2 } })] });
      expect(await graph.get(scope, ['n'])).toMatchObject([
        {
          kind: 'Fact',
          status: 'ACTIVE',
          version: 2,
          weight: null,
          conversationId: null,
          indexedVersion: null,
          properties: { b: 2 },
        },
      ]);
      expect((await graph.get(scope, ['n']))[0]?.properties).toEqual({ b: 2 });
    });

    it('keeps any JSON in the properties', async () => {
      const scope = freshScope();
      let deep: JsonObject = { end: true };
      for (let i = 0; i < 200; i++) deep = { deep };
      const properties = {
        text: 'naïve 記憶 🧠 \u0000 " \\ \n \u2028',
        numbers: [0, -1.5, 1e300, 5e-324, 9007199254740991],
        nothing: null,
        empty: [{}, [], ''],
        flags: { yes: true, no: false },
        ...JSON.parse('{"__proto__": {"polluted": 1}, "constructor": "c", "a.b": 1, "$": 2, "with \\"quotes\\"": 3}'),
        deep,
      };
      await graph.commit(scope, { nodes: [node({ id: 'n', properties })] });
      const [read] = await graph.get(scope, ['n']);
      expect(JSON.parse(JSON.stringify(read?.properties))).toEqual(properties);
      expect(Object.hasOwn(read?.properties ?? {}, '__proto__')).toBe(true);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    });

    it('is not changed by what callers do to what they gave or got', async () => {
      const scope = freshScope();
      const properties = { list: [1] };
      await graph.commit(scope, { nodes: [node({ id: 'n', properties })] });
      properties.list.push(2);
      const [read] = await graph.get(scope, ['n']);
      (read as unknown as { properties: { list: number[] } }).properties.list.push(3);
      expect((await graph.get(scope, ['n']))[0]?.properties).toEqual({ list: [1] });
    });

    it('counts versions and holds writers to what they expect', async () => {
      const scope = freshScope();
      const write = (expectedVersion?: number) => graph.commit(scope, { nodes: [node({ id: 'n', expectedVersion })] });
      await expect(write(1)).rejects.toBeInstanceOf(VersionConflict);
      expect((await write(0)).versions).toEqual({ n: 1 });
      await expect(write(0)).rejects.toBeInstanceOf(VersionConflict);
      expect((await write(1)).versions).toEqual({ n: 2 });
      await expect(write(1)).rejects.toBeInstanceOf(VersionConflict);
      expect((await write()).versions).toEqual({ n: 3 });
    });

    it('names every node that was not as expected, and only those', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'there' }), node({ id: 'other' })] });
      const change: Change = {
        nodes: [node({ id: 'there', expectedVersion: 0 }), node({ id: 'fine', expectedVersion: 0 })],
        expect: [
          { id: 'other', version: 2 },
          { id: 'absent', version: 1 },
          { id: 'nowhere', version: 0 },
        ],
      };
      const error = await graph.commit(scope, change).catch((refusal: unknown) => refusal);
      expect(error).toBeInstanceOf(VersionConflict);
      expect(error).toMatchObject({ type: 'aborted', retryable: true });
      expect([...(error as VersionConflict).ids].sort()).toEqual(['absent', 'other', 'there']);
    });

    it('holds writers of an edge to what they expect, and names the edge that was not so', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'a' }), node({ id: 'b' })] });
      const write = (properties: JsonObject, expectedVersion?: number) =>
        graph.commit(scope, {
          nodes: [node({ id: 'beside' })],
          edges: [edge('a', 'b', { id: 'e', properties, ...(expectedVersion !== undefined && { expectedVersion }) })],
        });
      await expect(write({ by: 'too early' }, 1)).rejects.toMatchObject({ ids: ['e'] });
      await write({ by: 'first' }, 0);
      await expect(write({ by: 'late' }, 0)).rejects.toBeInstanceOf(VersionConflict);
      await write({ by: 'second' }, 1);
      await write({ by: 'any' });
      expect(await graph.edges(scope, ['e'])).toMatchObject([{ version: 3, properties: { by: 'any' } }]);
      // What was refused wrote nothing.
      expect(await graph.get(scope, ['beside'])).toMatchObject([{ version: 3 }]);
    });

    it('lets exactly one of fifty writers of an edge win who expect the same version', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'a' }), node({ id: 'b' })], edges: [edge('a', 'b', { id: 'e' })] });
      const writes = Array.from({ length: 50 }, (_, by) =>
        graph.commit(scope, { edges: [edge('a', 'b', { id: 'e', properties: { by }, expectedVersion: 1 })] }).then(
          () => true,
          (cause) => {
            expect(cause).toBeInstanceOf(VersionConflict);
            return false;
          },
        ),
      );
      expect((await Promise.all(writes)).filter(Boolean)).toHaveLength(1);
      expect(await graph.edges(scope, ['e'])).toMatchObject([{ version: 2 }]);
    });

    it('writes all of it or nothing', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'there', properties: { n: 1 } })] });
      const change: Change = {
        nodes: [node({ id: 'there', properties: { n: 2 }, record: 'stored' }), node({ id: 'new', record: 'stored' })],
        edges: [edge('there', 'new', { id: 'e' })],
        events: [event(scope, `lost-${scope.workspace}`)],
        idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: { id: 'new' } },
      };
      await expect(graph.commit(scope, { ...change, expect: [{ id: 'there', version: 9 }] })).rejects.toBeInstanceOf(
        VersionConflict,
      );
      expect(await graph.get(scope, ['there', 'new'])).toMatchObject([{ id: 'there', version: 1, properties: { n: 1 } }]);
      expect(await graph.history(scope, 'there')).toEqual([]);
      expect((await graph.neighbours(scope, 'there', { direction: 'both', limit: 10 })).items).toEqual([]);
      expect(await graph.idempotencyRecord(scope, 'store', 'k')).toBeNull();
      expect((await graph.outbox(1000)).some(({ event: { id } }) => id === `lost-${scope.workspace}`)).toBe(false);

      expect((await graph.commit(scope, { ...change, expect: [{ id: 'there', version: 1 }] })).applied).toBe(true);
      expect(await graph.get(scope, ['there', 'new'])).toMatchObject([{ version: 2, properties: { n: 2 } }, { version: 1 }]);
      expect((await graph.neighbours(scope, 'there', { direction: 'out', limit: 10 })).items).toMatchObject([
        { node: { id: 'new' } },
      ]);
    });

    it('refuses a node written twice in one change', async () => {
      const scope = freshScope();
      const change = { nodes: [node({ id: 'n' }), node({ id: 'n' })] };
      await expect(graph.commit(scope, change)).rejects.toMatchObject({ type: 'invalid-argument' });
      expect(await graph.get(scope, ['n'])).toEqual([]);
    });

    it('lets exactly one of fifty writers win who expect the same version', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'n' })] });
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, writer) =>
          graph.commit(scope, {
            nodes: [node({ id: 'n', expectedVersion: 1, properties: { writer } }), node({ id: `own-${writer}` })],
          }),
        ),
      );
      const winner = results.findIndex(({ status }) => status === 'fulfilled');
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(VersionConflict);
      }
      expect(await graph.get(scope, ['n'])).toMatchObject([{ version: 2, properties: { writer: winner } }]);
      expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(2);
    });

    it('lets exactly one of fifty writers win who want the same guard absent', async () => {
      const scope = freshScope();
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, writer) =>
          graph.commit(scope, {
            nodes: [
              node({ id: 'guard:text', kind: 'Guard', expectedVersion: 0 }),
              node({ id: `fact-${writer}`, expectedVersion: 0 }),
            ],
          }),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(1);
    });

    it('lets only one of two writers win who each expect what the other changes', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'a' }), node({ id: 'b' })] });
      const results = await Promise.allSettled([
        graph.commit(scope, { nodes: [node({ id: 'a' })], expect: [{ id: 'b', version: 1 }] }),
        graph.commit(scope, { nodes: [node({ id: 'b' })], expect: [{ id: 'a', version: 1 }] }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('keeps the reply under an idempotency key and changes nothing the second time', async () => {
      const scope = freshScope();
      const change = (id: string, reply: JsonObject): Change => ({
        nodes: [node({ id, expectedVersion: 0 })],
        events: [event(scope, `${id}-${scope.workspace}`)],
        idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply },
      });
      expect(await graph.commit(scope, change('first', { fact_id: 'first' }))).toEqual({
        applied: true,
        reply: { fact_id: 'first' },
        versions: { first: 1 },
      });
      const again = { applied: false, reply: { fact_id: 'first' }, versions: {} };
      expect(await graph.commit(scope, change('second', { fact_id: 'second' }))).toEqual(again);
      // Also when its own expectations do not hold any more, which is what a redelivered command looks like.
      expect(await graph.commit(scope, change('first', { fact_id: 'first' }))).toEqual(again);
      expect(await graph.get(scope, ['second'])).toEqual([]);
      expect((await graph.outbox(1000)).some(({ event: { id } }) => id === `second-${scope.workspace}`)).toBe(false);
      expect(await graph.idempotencyRecord(scope, 'store', 'k')).toEqual({
        operation: 'store',
        key: 'k',
        requestHash: 'h',
        reply: { fact_id: 'first' },
      });
      expect(await graph.idempotencyRecord(scope, 'delete', 'k')).toBeNull();
      expect(await graph.idempotencyRecord(freshScope(), 'store', 'k')).toBeNull();
    });

    it('refuses an idempotency key that is kept for another request', async () => {
      const scope = freshScope();
      const idempotency = { operation: 'store', key: 'k', requestHash: 'h', reply: {} };
      await graph.commit(scope, { idempotency });
      await expect(
        graph.commit(scope, { nodes: [node({ id: 'n' })], idempotency: { ...idempotency, requestHash: 'other' } }),
      ).rejects.toMatchObject({ type: 'already-exists' });
      expect(await graph.get(scope, ['n'])).toEqual([]);
      const elsewhere = { ...idempotency, operation: 'delete', requestHash: 'other' };
      expect((await graph.commit(scope, { idempotency: elsewhere })).applied).toBe(true);
    });

    it('keeps one reply when fifty bring the same idempotency key', async () => {
      const scope = freshScope();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, writer) =>
          graph.commit(scope, {
            nodes: [node({ id: `n-${writer}` })],
            idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: { writer } },
          }),
        ),
      );
      expect(results.filter(({ applied }) => applied)).toHaveLength(1);
      expect(new Set(results.map(({ reply }) => reply?.writer)).size).toBe(1);
      expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(1);
    });

    it('drops kept replies by their age', async () => {
      const scope = freshScope();
      await graph.commit(scope, { idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: {} } });
      await graph.dropIdempotencyRecords('2000-01-01T00:00:00.000Z');
      expect(await graph.idempotencyRecord(scope, 'store', 'k')).not.toBeNull();
      expect(await graph.dropIdempotencyRecords('2999-01-01T00:00:00.000Z')).toBeGreaterThanOrEqual(1);
      expect(await graph.idempotencyRecord(scope, 'store', 'k')).toBeNull();
    });

    it('records the states it is asked to, oldest first', async () => {
      const scope = freshScope();
      await graph.commit(scope, { nodes: [node({ id: 'n', properties: { v: 1 }, record: 'stored' })] });
      await graph.commit(scope, { nodes: [node({ id: 'n', properties: { v: 2 } })] });
      await graph.commit(scope, { nodes: [node({ id: 'n', status: 'DELETED', properties: { v: 3 }, record: 'deleted' })] });
      const history = await graph.history(scope, 'n');
      expect(history).toMatchObject([
        { version: 1, record: 'stored', node: { version: 1, status: 'ACTIVE', properties: { v: 1 } } },
        { version: 3, record: 'deleted', node: { version: 3, status: 'DELETED', properties: { v: 3 } } },
      ]);
      for (const { recordedAt } of history) expect(new Date(recordedAt).toISOString()).toBe(recordedAt);
      expect(await graph.history(scope, 'nobody')).toEqual([]);
    });

    it('takes a change with nothing in it', async () => {
      expect(await graph.commit(freshScope(), {})).toEqual({ applied: true, reply: null, versions: {} });
    });
  });
}
