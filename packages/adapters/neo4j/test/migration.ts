import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import { describe, expect, it, vi } from 'vitest';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { migrateGraph } from '../src/graph/schema.ts';
import { ask, openGraph, withSession } from './opened-graph.ts';

const run = promisify(execFile);
const patience = { timeout: 60_000, interval: 50 };

/** How a database gets its constraints and indexes. */
export function describeMigration(server: () => Neo4j): void {
  describe('the migration', () => {
    const schema = async () => [
      ...(await ask(server(), 'SHOW CONSTRAINTS YIELD id, name, type RETURN id, name, type ORDER BY name')),
      ...(await ask(server(), 'SHOW INDEXES YIELD id, name, state RETURN id, name, state ORDER BY name')),
      ...(await ask(server(), 'MATCH (m:AgentMemSchema) RETURN m.name AS name, m.version AS version ORDER BY name')),
    ];

    /** Drops every constraint and index of ours. */
    async function forgetIndexes(): Promise<void> {
      for (const { name } of await ask(server(), "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH 'agent_mem' RETURN name")) {
        await ask(server(), `DROP CONSTRAINT ${name}`);
      }
      for (const { name } of await ask(
        server(),
        "SHOW INDEXES YIELD name, owningConstraint WHERE name STARTS WITH 'agent_mem' AND owningConstraint IS NULL RETURN name",
      )) {
        await ask(server(), `DROP INDEX ${name}`);
      }
    }

    /** As it is before the first start. */
    async function forget(): Promise<void> {
      await forgetIndexes();
      await ask(server(), "MATCH (n) WHERE any(label IN labels(n) WHERE label STARTS WITH 'AgentMem') DETACH DELETE n");
    }

    it('is done by three processes at once, whose first commits all succeed', async () => {
      await forget();
      const { url, user, password } = server();
      const program = join(import.meta.dirname, 'first-commit.ts');
      const { workspace } = freshScope();
      const outputs = await allOf(
        ['a', 'b', 'c'].map((id) => run(process.execPath, [program, url, user, password, workspace, id])),
      );
      expect(outputs.map(({ stdout }) => stdout)).toEqual(['{"a":1}\n', '{"b":1}\n', '{"c":1}\n']);
      const made = await schema();
      expect(made.filter(({ version }) => version !== undefined)).toEqual([
        { name: 'graph', version: 1 },
        { name: 'queues', version: 1 },
        { name: 'weights', version: 1 },
      ]);
      expect(made.filter(({ state }) => state !== undefined && state !== 'ONLINE')).toEqual([]);
    });

    it('is done by six instances at once, again and again', async () => {
      for (let round = 0; round < 3; round++) {
        await forget();
        const graphs = Array.from({ length: 6 }, () => openGraph(server()));
        const scope = freshScope();
        await allOf(graphs.map((graph, n) => graph.commit(scope, { nodes: [node({ id: `n${n}` })] })));
        for (const graph of graphs) await graph[Symbol.asyncDispose]();
      }
    });

    it('is done by one of seven while the others wait: none meets a deadlock', async () => {
      for (let round = 0; round < 3; round++) {
        await forget();
        await allOf(Array.from({ length: 7 }, () => withSession(server(), migrateGraph)));
      }
    });

    it('goes on when the process whose turn it is is killed', async () => {
      await forget();
      const { url, user, password } = server();
      const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-turn.ts'), url, user, password]);
      await once(holder.stdout, 'data');
      const migrated = withSession(server(), migrateGraph);
      await vi.waitFor(async () => {
        const others = await ask(
          server(),
          "SHOW TRANSACTIONS YIELD currentQuery WHERE NOT currentQuery STARTS WITH 'SHOW' RETURN currentQuery",
        );
        expect(others).toHaveLength(2);
      }, patience);
      expect((await schema()).filter(({ name }) => name === 'agent_mem_node')).toEqual([]);
      holder.kill('SIGKILL');
      await migrated;
      expect((await schema()).map(({ name }) => name)).toContain('agent_mem_node');
    });

    it('changes nothing the second time', async () => {
      const before = await schema();
      await using graph = openGraph(server());
      await graph.commit(freshScope(), { nodes: [node({ id: 'n' })] });
      expect(await schema()).toEqual(before);
    });

    it('finishes what a process began that died in the middle of it', async () => {
      const before = (await schema()).map(({ name }) => name);
      await ask(server(), 'DROP CONSTRAINT agent_mem_reply');
      await ask(server(), 'DROP INDEX agent_mem_node_due');
      await ask(server(), 'MATCH (m:AgentMemSchema) DELETE m');
      await using graph = openGraph(server());
      await graph.check();
      expect((await schema()).map(({ name }) => name)).toEqual(before);
    });

    it('makes again what somebody dropped by hand, at the next start', async () => {
      await using earlier = openGraph(server());
      await earlier.check();
      const before = (await schema()).map(({ name }) => name);
      expect(before).toContain('agent_mem_node');
      await forgetIndexes();
      await using graph = openGraph(server());
      await graph.check();
      expect((await schema()).map(({ name }) => name)).toEqual(before);
    });

    it('is refused to a program older than the database', async () => {
      await ask(server(), 'MATCH (m:AgentMemSchema) SET m.version = 99');
      try {
        await using graph = openGraph(server());
        const refusal = {
          type: 'failed-precondition',
          retryable: false,
          message: expect.stringMatching(/version 99, and this program knows 1/),
        };
        await expect(graph.commit(freshScope(), { nodes: [node({ id: 'n' })] })).rejects.toMatchObject(refusal);
        await expect(graph.check()).rejects.toMatchObject(refusal);
      } finally {
        await ask(server(), 'MATCH (m:AgentMemSchema) SET m.version = 1');
      }
    });
  });
}

/** None is left running when one fails: it would go on in the middle of the next test. */
async function allOf<Result>(running: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(running);
  return await Promise.all(running);
}
