import { randomUUID } from 'node:crypto';
import { OperationError } from '@agent-mem/contract';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { type HeldModel, startHeldModel } from '../process/held-model.ts';
import { patience } from '../process/listening-fleet.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const timeout = 600_000;
const numbers = [1, 2, 3, 4, 5];

describeLive('a stop on the full cluster', findCluster(), (programs) => {
  let cluster: Cluster;
  let directory: TemporaryDirectory;
  let model: HeldModel;
  const fleet = new AsyncDisposableStack();
  let gateway: FleetProcess;
  beforeAll(async () => {
    cluster = await borrowCluster(programs());
    directory = await temporaryDirectory();
    fleet.use(await start('facts', 'episodes', 'conversations', 'working-memory', 'graph'));
    gateway = fleet.use(await start('gateway'));
  }, timeout);
  beforeEach(async () => {
    model = await startHeldModel();
    return () => model[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await fleet[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const start = (...args: readonly string[]) =>
    startFleetProcess({
      directory: directory.path,
      args,
      environment: { ...cluster.environment, DRAIN_SECONDS: '1', ...(model && { LLM_URL: model.url, LLM_MODEL: 'held' }) },
    });
  const ask = ({ httpUrl }: FleetProcess, user: string, number: number) =>
    rest(
      httpUrl,
      'agent',
      'invoke',
      { question: `question number ${number}`, user, conversation_id: `talk ${number}` },
      { idempotencyKey: `${user} ${number}`, timeoutMs: 120_000 },
    );
  const answers = numbers.map((number) => `I heard question number ${number}`);
  const isAsked = () => vi.waitFor(() => expect(new Set(model.questions).size).toBe(numbers.length), patience);

  it.each(['stop', 'kill'] as const)(
    'of an agent (%s) costs no caller its answer',
    { timeout, ...verifies('stop.handed-on') },
    async (how) => {
      const user = randomUUID();
      const first = await start('agent');
      const asked = Promise.all(numbers.map((number) => ask(gateway, user, number)));
      asked.catch(() => undefined);
      await isAsked();
      await using _second = await start('agent');
      const code = await first[how]();
      if (how === 'stop') expect(code).toBe(0);
      model.release();
      expect((await asked).map(({ answer }) => answer)).toEqual(answers);
    },
  );

  it('of a gateway is answered as one that may be asked again, and its clients find their answers by their keys', {
    timeout,
    ...verifies('stop.handed-on'),
  }, async () => {
    const user = randomUUID();
    await using _agent = await start('agent');
    const stopped = await start('gateway');
    const asked = numbers.map((number) => ask(stopped, user, number).catch(OperationError.from));
    await isAsked();
    expect(await stopped.stop()).toBe(0);
    expect(await Promise.all(asked)).toMatchObject(numbers.map(() => ({ type: 'unavailable', retryable: true })));
    model.release();
    const again = await Promise.all(numbers.map((number) => ask(gateway, user, number)));
    expect(again.map(({ answer }) => answer)).toEqual(answers);
    // Nothing was cancelled, and nothing begun again.
    expect(model.questions).toHaveLength(numbers.length);
  });
});
