import { randomUUID } from 'node:crypto';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { startHeldModel } from '../process/held-model.ts';
import { patience } from '../process/listening-fleet.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const timeout = 600_000;
const places = 8;
const numbers = Array.from({ length: 60 }, (_, index) => index + 1);

describeLive('three agents on the full cluster', findCluster(), (programs) => {
  let cluster: Cluster;
  let directory: TemporaryDirectory;
  let gateway: FleetProcess;
  const fleet = new AsyncDisposableStack();
  beforeAll(async () => {
    cluster = await borrowCluster(programs());
    directory = await temporaryDirectory();
    fleet.use(await start({}, 'facts', 'episodes', 'conversations', 'working-memory', 'graph'));
    gateway = fleet.use(await start({}, 'gateway'));
  }, timeout);
  afterAll(async () => {
    await fleet[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const start = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    startFleetProcess({ directory: directory.path, args, environment: { ...cluster.environment, ...environment } });

  /** An agent with a model of its own, which holds its answers. */
  async function startAgent() {
    const model = await startHeldModel();
    const environment = { LLM_URL: model.url, LLM_MODEL: 'held', AGENT_CONCURRENCY: String(places) };
    return { model, process: await start(environment, 'agent') };
  }

  /** Asks all questions of one user in no conversation, so that Pulsar gives them to one agent. */
  function askAll() {
    const user = randomUUID();
    const options = { timeoutMs: 300_000 };
    const asked = Promise.all(
      numbers.map((number) => rest(gateway.httpUrl, 'agent', 'invoke', { question: `question number ${number}`, user }, options)),
    );
    asked.catch(() => undefined);
    return asked;
  }

  /** Three agents with a question in every place, and more that wait. */
  async function startFull() {
    await using starting = new AsyncDisposableStack();
    const agents = [await startAgent(), await startAgent(), await startAgent()];
    for (const { model, process } of agents) {
      starting.use(model);
      starting.use(process);
    }
    const asked = askAll();
    await vi.waitFor(() => expect(agents.map(({ model }) => model.questions.length)).toEqual([places, places, places]), patience);
    const stack = starting.move();
    return { agents, asked, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }
  const answers = numbers.map((number) => `I heard question number ${number}`);

  const countOf = async ({ adminUrl }: FleetProcess) => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    return [...text.matchAll(/^agentmem_invocations\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('share what one of them has accepted: each runs as many as it has places, all are counted and answered', {
    timeout,
    ...verifies('agents.share'),
  }, async () => {
    await using full = await startFull();
    const { agents, asked } = full;
    await vi.waitFor(async () => {
      const counts = await Promise.all(agents.map(({ process }) => countOf(process)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(numbers.length);
    }, patience);
    for (const { model } of agents) model.release();
    expect((await asked).map(({ answer }) => answer)).toEqual(answers);
    expect(agents.flatMap(({ model }) => model.questions).length).toBe(numbers.length);
    for (const { model } of agents) expect(model.most).toBe(places);
  });

  it('answer everything when one of them is killed', { timeout, ...verifies('agents.share') }, async () => {
    await using full = await startFull();
    const { agents, asked } = full;
    await agents[0]?.process.kill();
    for (const { model } of agents) model.release();
    expect((await asked).map(({ answer }) => answer)).toEqual(answers);
    for (const { model } of agents) expect(model.most).toBe(places);
  });
});
