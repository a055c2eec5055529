import { hostable } from '@agent-mem/fleet';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findCluster, type OwnCluster, startCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { type FleetProcess, spawnFleet } from '../process/fleet-process.ts';
import { patience, readiness, startListening } from '../process/listening-fleet.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const timeout = 900_000;
/** A stop finishes what runs for ten seconds, then cuts it; closing comes on top, and a machine that has other things to do. */
const stopLimitMs = 25_000;

const names = hostable;

describeLive('a broker and four stores that come after the services, and die before them', findCluster(), (programs) => {
  let cluster: OwnCluster;
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    cluster = await startCluster(programs());
    directory = await temporaryDirectory();
  }, 600_000);
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const options = (name: string, environment: Readonly<Record<string, string>> = {}) => ({
    directory: directory.path,
    args: [name],
    environment: { ...cluster.environment, LOG_LEVEL: 'info', ...environment },
  });
  const killServers = () => Promise.all(Object.values(cluster.servers).map((server) => server.kill()));

  it('each service is alive before every server, answers when they come, and ends with 0 when all are dead', {
    timeout,
    ...verifies('start.waits', 'stop.alone'),
  }, async () => {
    await killServers();
    await using stack = new AsyncDisposableStack();
    const started = names.map(async (name) => [name, stack.use(await startListening(options(name)))] as const);
    const fleet = new Map<string, FleetProcess>(await Promise.all(started));
    for (const { httpUrl } of fleet.values()) {
      expect((await fetch(`${httpUrl}/health/live`)).status).toBe(200);
      const { status, reasons } = await readiness(httpUrl);
      expect([status, reasons]).toEqual([503, expect.arrayContaining([expect.stringMatching(/^bus: Pulsar cannot be reached/)])]);
    }

    await Promise.all(Object.values(cluster.servers).map((server) => server.start()));
    for (const { httpUrl } of fleet.values()) {
      await vi.waitFor(async () => expect(await readiness(httpUrl)).toEqual({ status: 200, reasons: [] }), patience);
    }
    const url = fleet.get('gateway')?.httpUrl ?? '';
    const { answer } = await rest(url, 'agent', 'invoke', { question: 'My wife is Anne' }, { timeoutMs: 60_000 });
    expect(answer).not.toBe('');
    for (const process of fleet.values()) {
      const waits = process.errors().match(/A server cannot be reached; the program waits for it/g);
      expect(waits?.length).toBe(process.errors().match(/"The server is there"/g)?.length);
    }

    await killServers();
    const stops = await Promise.all(
      [...fleet].map(async ([name, process]) => {
        const began = performance.now();
        const code = await process.stop();
        return { name, code, isLate: performance.now() - began > stopLimitMs };
      }),
    );
    expect(stops).toEqual(names.map((name) => ({ name, code: 0, isLate: false })));
    await Promise.all(Object.values(cluster.servers).map((server) => server.start()));
  });

  it.each([
    ['graph', { GRAPH_PASSWORD: 'wrong' }],
    ['working-memory', { KEYVALUE_PASSWORD: 'wrong' }],
    ['facts', { SEARCH_API_KEY: 'wrong' }],
    ['episodes', { DETAILS_PASSWORD: 'wrong' }],
  ])('%s ends with 1 and a sentence where a store refuses %j', { timeout, ...verifies('start.refused') }, async (name, wrong) => {
    await using fleet = spawnFleet(options(name, { ...wrong, LOG_LEVEL: 'silent' }));
    const code = await new Promise((resolve) => fleet.child.once('close', resolve));
    expect([code, fleet.errors()]).toEqual([1, expect.stringMatching(/^agent-mem: [^\n]+\n$/)]);
  });
});
