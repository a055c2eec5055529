import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OperationError } from '@agent-mem/contract';
import { edge, event, freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findNeo4j, type Neo4j, prepareNeo4j } from '../../../../test/live/neo4j/server.ts';
import { openGraph } from './opened-graph.ts';

const patience = { timeout: 120_000, interval: 100 };

describeLive('Neo4j that comes and goes', findNeo4j(), (jars) => {
  let server: Neo4j;
  beforeAll(async () => {
    server = await prepareNeo4j(jars());
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  it('opens while the server is down, says why it cannot be used, and works when it is there', async () => {
    await using graph = openGraph(server, { timeoutMs: 1_000 });
    const { port } = new URL(server.url);
    const down = new RegExp(`^Neo4j at ${server.url} cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}$`);
    for (let i = 0; i < 2; i++) await expect(graph.check(AbortSignal.timeout(20_000))).rejects.toThrow(down);
    const refusal = { type: 'unavailable', retryable: true, message: expect.stringMatching(down) };
    await expect(graph.get(freshScope(), ['n'])).rejects.toMatchObject(refusal);
    await expect(graph.commit(freshScope(), { nodes: [node({ id: 'n' })] })).rejects.toMatchObject(refusal);

    await using patient = openGraph(server, { timeoutMs: 240_000 });
    const scope = freshScope();
    const early = patient.commit(scope, { nodes: [node({ id: 'early' })] });
    await server.start();
    expect((await early).versions).toEqual({ early: 1 });
    await vi.waitFor(() => graph.check(), patience);
    expect(await patient.get(scope, ['early'])).toHaveLength(1);
  });

  it('keeps what it acknowledged, once, when it is killed in the middle of commits', async () => {
    await server.start();
    await using graph = openGraph(server, { timeoutMs: 5_000 });
    const scope = freshScope();
    const acknowledged: number[] = [];
    let isOver = false;
    let next = 0;
    const writers = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const n = next++;
        const id = `n${n}`;
        // As a bus would: the same command until it is answered.
        for (;;) {
          try {
            const { reply } = await graph.commit(scope, {
              nodes: [node({ id, expectedVersion: 0, record: 'stored' }), node({ id: 'hot' })],
              edges: [edge(id, 'hot', { id: `e${n}` })],
              events: [event(scope, id)],
              idempotency: { operation: 'store', key: id, requestHash: id, reply: { id } },
            });
            expect(reply).toEqual({ id });
            acknowledged.push(n);
            break;
          } catch (error) {
            if (!(error instanceof OperationError && error.retryable)) throw error;
            await delay(50);
          }
        }
      }
    });
    for (const enough of [100, 250]) {
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(enough), patience);
      await server.kill();
      await server.start();
    }
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(400), patience);
    isOver = true;
    await Promise.all(writers);

    const ids = acknowledged.map((n) => `n${n}`);
    expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(ids.length + 1);
    for (let start = 0; start < ids.length; start += 100) {
      const some = ids.slice(start, start + 100);
      expect((await graph.get(scope, some)).map(({ version }) => version)).toEqual(some.map(() => 1));
    }
    expect(await graph.get(scope, ['hot'])).toMatchObject([{ version: ids.length }]);
    const events = (await graph.outbox(100_000)).map((entry) => entry.event.id).filter((id) => id !== 'hot');
    expect([...events].sort()).toEqual([...ids].sort());
    const { items } = await graph.neighbours(scope, 'hot', { direction: 'in', limit: 1_000 });
    expect(items).toHaveLength(Math.min(ids.length, 1_000));
  });

  it('goes on after the server was ended and started again while nothing was asked', async () => {
    await server.start();
    await using graph = openGraph(server);
    const scope = freshScope();
    await graph.commit(scope, { nodes: [node({ id: 'n' })] });
    await server.stop();
    await expect(graph.check()).rejects.toMatchObject({ type: 'unavailable' });
    await server.start();
    expect(await graph.get(scope, ['n'])).toHaveLength(1);
  });
});

it('a server that takes connections and says nothing holds nobody longer than the time limit, nor the closing', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const graph = openGraph({ url: `neo4j://127.0.0.1:${port}`, user: 'neo4j', password: 'x' } as Neo4j, { timeoutMs: 300 });
  const late = { retryable: true, message: expect.stringContaining(`Neo4j at neo4j://127.0.0.1:${port}`) };
  await expect(graph.get(freshScope(), ['n'])).rejects.toMatchObject(late);
  await expect(graph.check(AbortSignal.timeout(50))).rejects.toMatchObject(late);
  const waiting = expect(graph.commit(freshScope(), { nodes: [node({ id: 'n' })] })).rejects.toMatchObject({ retryable: true });
  await graph[Symbol.asyncDispose]();
  await waiting;
  await expect(graph.get(freshScope(), ['n'])).rejects.toThrow('is closed');
  silent.close();
});

it('a process that waits for a server which is down lives until it is answered', async () => {
  const program = join(import.meta.dirname, 'first-commit.ts');
  const command = [program, 'bolt://127.0.0.1:1', 'neo4j', 'x', 'w', 'n', '500'];
  const refused = { code: 1, stderr: expect.stringContaining('cannot be reached: connect ECONNREFUSED') };
  await expect(promisify(execFile)(process.execPath, command)).rejects.toMatchObject(refused);
});
