import { edge, event, freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import neo4j from 'neo4j-driver';
import { describe, expect, it, vi } from 'vitest';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { openGraph } from './opened-graph.ts';

/** What a caller says, by which it would be found in a statement. */
const said = 'said-by-a-caller';

/** What the driver runs statements by. */
interface Runner {
  run(...given: never[]): unknown;
}

/** Everything that is sent to the server, by everything that can be asked. */
export function describeStatements(server: () => Neo4j): void {
  describe('the statements', () => {
    async function sent(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
      const statements = new Map<string, Readonly<Record<string, unknown>>>();
      const recorded = (prototype: Runner) => {
        const { run } = prototype;
        return vi.spyOn(prototype, 'run').mockImplementation(function (this: unknown, ...given) {
          const [text, parameters] = given as unknown as [string, Readonly<Record<string, unknown>> | undefined];
          statements.set(text, parameters ?? {});
          return run.apply(this, given);
        });
      };
      const spies = [recorded(neo4j.Session.prototype), recorded(neo4j.Transaction.prototype)];
      try {
        await everything();
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      return statements;
    }

    async function everything(): Promise<void> {
      await using graph = openGraph(server());
      const scope = freshScope();
      await graph.commit(scope, {
        nodes: [node({ id: said, record: said, properties: { [said]: said } }), node({ id: 'm' })],
        edges: [edge(said, 'm', { id: `${said}e`, kind: said, properties: { said } })],
        expect: [{ id: `${said}x`, version: 0 }],
        events: [event(scope, said), event(scope, `${said}2`)],
        idempotency: { operation: said, key: said, requestHash: said, reply: { said } },
      });
      await graph.get(scope, [said]);
      const page = { kinds: ['Fact'], where: { [said]: said }, limit: 1 } as const;
      for (const conversationId of [undefined, said]) {
        for (const order of ['createdAt', 'updatedAt', 'ordinal'] as const) {
          for (const descending of [false, true]) await graph.find(scope, { ...page, order, descending, conversationId });
        }
        await graph.count(scope, { kinds: ['Fact'], where: { [said]: said }, conversationId });
        await graph.count(scope, { kinds: ['Fact'], conversationId });
      }
      for (const direction of ['in', 'out', 'both'] as const) {
        for (const sort of ['createdAt', 'weightAscending', 'weightDescending'] as const) {
          await graph.neighbours(scope, said, { direction, sort, kinds: [said], minWeight: 0.125, limit: 1 });
        }
      }
      await graph.history(scope, said);
      await graph.idempotencyRecord(scope, said, said);
      await graph.markIndexed(scope, [{ id: said, version: 1 }]);
      await graph.load(scope, await Array.fromAsync(graph.dump(scope)));
      const entries = await graph.outbox(1_000);
      await graph.markPublished(entries.map(({ position }) => position));
      await graph.hold(said, { [said]: [] }, 60_000);
      const claim = { group: said, owner: said, kinds: ['Fact'], until: said, limit: 1 } as const;
      for (const queue of ['publish', 'due', 'index'] as const) await graph.claim(queue, claim);
      await graph.release(said, [said]);
      await graph.due(['Fact'], said, 1);
      await graph.unindexed(['Fact'], 1);
      await Array.fromAsync(graph.scopes());
      await graph.dropIdempotencyRecords(said);
    }

    it('hold nothing that a caller says, are the same for every caller, and name the scope unless they are maintenance', async () => {
      const first = await sent();
      expect(first.size).toBeGreaterThan(40);
      expect([...first.keys()].filter((text) => text.includes(said))).toEqual([]);
      expect([...(await sent()).keys()].filter((text) => !first.has(text))).toEqual([]);
      const unscoped = [...first]
        .filter(([, parameters]) => !('scope' in parameters || 'reads' in parameters))
        .map(([text]) => text.trim().split('\n', 1)[0]);
      expect(unscoped).toEqual([
        'MATCH (m:AgentMemSchema {name: $name}) RETURN max(m.version) AS version',
        'SHOW INDEXES YIELD name',
        'CALL db.awaitIndexes(5)',
        expect.stringMatching(/^MATCH \(o:AgentMemOutbox\)/),
        'UNWIND $entries AS entry',
        'UNWIND $groups AS group',
        'UNWIND $groups AS group',
        'UNWIND $rows AS row',
        ...Array.from({ length: 3 }, () => 'MATCH (q:AgentMemQueue {name: $group})'),
        'UNWIND $kinds AS kind',
        'UNWIND $kinds AS kind',
        expect.stringMatching(/^MATCH \(s:AgentMemScope\)/),
        expect.stringMatching(/^MATCH \(r:AgentMemReply\)/),
      ]);
      for (const [text, parameters] of first) {
        if ('scope' in parameters) expect(text.match(/:AgentMem\w+(?= |\)|\]|\{)(?! \{scope: \$scope)/)).toBeNull();
        if ('reads' in parameters) expect(text.match(/:AgentMem\w+(?= |\)|\]|\{)(?! \{scope: read\.scope)/)).toBeNull();
      }
    });

    it('start at an index, and sort only what no index has in order', async () => {
      for (const [text, parameters] of await sent()) {
        if (text.startsWith('CALL ')) continue;
        const steps = await stepsOf(text, parameters);
        expect(
          steps.filter((step) => /Scan$/.test(step)),
          text,
        ).toEqual([]);
        // A query that is paged by its index puts in order no more than the heads of its branches.
        const isOrderedByIndex = /ORDER BY n\.(scope|kind)/.test(text);
        if (isOrderedByIndex)
          expect(steps.filter((step) => /^(Sort|PartialSort|Top|PartialTop)$/.test(step)).length, text).toBeLessThanOrEqual(1);
      }
    });

    it('read a version only after the statement that locks it', async () => {
      const [lock] = [...(await sent()).keys()].filter(
        (text) => text.includes("SET n.lock = 'held'") && text.includes('FOREACH'),
      );
      expect(lock).not.toContain('n.version');
    });

    async function stepsOf(text: string, parameters: Readonly<Record<string, unknown>>): Promise<string[]> {
      await using driver = neo4j.driver(server().url, neo4j.auth.basic(server().user, server().password));
      const { summary } = await driver.executeQuery(`EXPLAIN ${text}`, { ...parameters });
      const steps: string[] = [];
      const walk = (plan: typeof summary.plan): void => {
        if (!plan) return;
        steps.push(plan.operatorType.replace('@neo4j', ''));
        for (const child of plan.children) walk(child);
      };
      walk(summary.plan);
      return steps;
    }
  });
}
