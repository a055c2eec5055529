import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Availability, describeLive } from '../../../test/live/live.ts';
import { findPulsar, freePorts, type Pulsar, startPulsar } from '../../../test/live/pulsar/broker.ts';
import { findRedis, startRedis } from '../../../test/live/redis/redis.ts';
import { spawnFleet, startFleetProcess } from '../../../test/process/fleet-process.ts';
import { readiness, startListening } from '../../../test/process/listening-fleet.ts';
import { type Asking, stubFlow } from './stub-flow.ts';

const waiting = { timeout: 90_000, interval: 50 };
const act = 'Thought: I look\nAction: ask\nArgs: {"question": "capital?"}';
const final = 'Thought: done\nFinal Answer: Paris';

/** The program in its own process and data directory. */
async function started(pulsar: Pulsar, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  await using stack = new AsyncDisposableStack();
  const { path: directory } = stack.use(await temporaryDirectory());
  const shared = ['--pulsar-host', pulsar.webSocketUrl, '--no-loki-enabled', '--log-level', 'ERROR', '--config-timeout', '5'];
  const fleet = stack.use(await startFleetProcess({ directory, args: [...args, ...shared], environment }));
  const resources = stack.move();
  return { fleet, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

describeLive('the program by the command line of a TrustGraph processor, on a real broker', findPulsar(), (jars) => {
  let pulsar: Pulsar;
  beforeAll(async () => {
    pulsar = await startPulsar(jars());
  });
  afterAll(() => pulsar[Symbol.asyncDispose]());

  it('starts the whole fleet in a flow, with its metrics where -P says, and leaves the flow when it is stopped', async () => {
    await using flow = await stubFlow(pulsar);
    const [port = 0] = await freePorts(1);
    await using running = await started(pulsar, ['--id', 'agent-mem', '--concurrency', '2', '-P', String(port)]);
    expect(running.fleet.output()).toContain(`In TrustGraph's flows as agent-mem, on ${pulsar.webSocketUrl}`);
    await flow.served('agent-mem');
    await using asking = await flow.ask('My wife is Anne. What do you know of me?');
    const frames = await asking.ended();
    expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toMatchObject([{ message_type: 'answer', error: null }]);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('tg_agent_session_total{processor="agent-mem",outcome="completed"} 1');
    expect(await running.fleet.stop()).toBe(0);
    await flow.served('agent-mem', 0);
  });

  it('starts the agent alone, under any id, before there is a configuration', async () => {
    await using running = await started(pulsar, ['agent', '--id=agent-manager']);
    expect(running.fleet.output()).toContain('Hosting agent;');
    await using flow = await stubFlow(pulsar, { processorId: 'agent-manager' });
    await flow.served('agent-manager');
    await using asking = await flow.ask('Is anybody there?');
    expect(await asking.ended()).not.toEqual([]);
  });

  it('answers what was asked before it was killed, once it is started again', async () => {
    await using flow = await stubFlow(pulsar, { hasPrompts: true });
    await using directory = await temporaryDirectory();
    const args = ['--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl, '--log-level', 'ERROR'];
    const killed = await startFleetProcess({ directory: directory.path, args });
    await flow.served('agent-mem');
    await using first = await flow.ask('What is the capital?');
    await using second = await flow.ask('And of Norway?');
    await vi.waitFor(() => expect(flow.prompted).toHaveLength(2), waiting);
    await killed.kill();
    flow.answer = () => final;
    await using _again = await startFleetProcess({ directory: directory.path, args });
    for (const asking of [first, second])
      expect(ends(await asking.ended())).toMatchObject([{ message_type: 'answer', content: 'Paris' }]);
  });

  it('in two processes with stores of their own answers each question once', async () => {
    await using flow = await stubFlow(pulsar, { hasPrompts: true });
    flow.answer = (steps) => (steps < 2 ? act : final);
    await using _one = await started(pulsar, ['agent', '--id', 'agent-mem']);
    await using _other = await started(pulsar, ['agent', '--id', 'agent-mem']);
    await flow.served('agent-mem', 2);
    await using stack = new AsyncDisposableStack();
    const asked = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => stack.use(await flow.ask(`Question ${index}`))),
    );
    for (const asking of asked) expect(ends(await asking.ended())).toMatchObject([{ message_type: 'answer', content: 'Paris' }]);
    // Three steps each: none was taken twice.
    expect(flow.prompted).toHaveLength(30);
  });

  it('serves its flow when it was started before the broker', async () => {
    await pulsar.stop();
    await using directory = await temporaryDirectory();
    const args = ['--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl, '--log-level', 'ERROR', '--config-timeout', '5'];
    await using fleet = await startListening({ directory: directory.path, args });
    expect((await readiness(fleet.httpUrl)).reasons).toEqual([expect.stringMatching(/^trustgraph: Pulsar cannot be reached/)]);
    await pulsar.start();
    await vi.waitFor(async () => expect((await readiness(fleet.httpUrl)).status).toBe(200), waiting);
    await using flow = await stubFlow(pulsar);
    await flow.served('agent-mem');
    expect(await fleet.stop()).toBe(0);
  });
});

it('reads TrustGraph’s variables, and waits for a broker that is away', async () => {
  const [away = 0] = await freePorts(1);
  await using directory = await temporaryDirectory();
  const environment = { PULSAR_HOST: `ws://127.0.0.1:${away}`, LOG_LEVEL: 'warn' };
  await using fleet = await startListening({ directory: directory.path, args: ['--id', 'agent-mem'], environment });
  const reasons = [expect.stringMatching(new RegExp(`^trustgraph: Pulsar cannot be reached .*127.0.0.1:${away}`))];
  expect(await readiness(fleet.httpUrl)).toEqual({ status: 503, reasons });
  expect(await fleet.stop()).toBe(0);
});

it.each([
  [['--id', 'agent-mem', '--pulsar-host', 'tcp://b'], '--pulsar-host (PULSAR_HOST): must be pulsar://host:port'],
  [['--pulsar-host', 'ws://b:8080'], '--id (TRUSTGRAPH_ID) must say which one it is'],
  [['--id', 'agent-mem', '--pubsub-backend', 'kafka'], '--pubsub-backend (PUBSUB_BACKEND): must be pulsar, got kafka'],
])('the program ends with 2 and one sentence for %j', async (args, sentence) => {
  await using directory = await temporaryDirectory();
  await using fleet = spawnFleet({ directory: directory.path, args });
  const code = await new Promise((resolve) => fleet.child.once('exit', resolve));
  expect([code, fleet.errors().trim().split('\n').length]).toEqual([2, 1]);
  expect(fleet.errors()).toContain(sentence);
});

describeLive('two processes of a TrustGraph processor with one key-value store', findBoth(), (programs) => {
  it('one goes on with what the other was at when it was killed', async () => {
    await using pulsar = await startPulsar(programs().jars);
    await using redis = await startRedis(programs().redis);
    await using flow = await stubFlow(pulsar, { hasPrompts: true });
    // What the survivor itself was at is asked again soon.
    const environment = { KEYVALUE_URL: redis.url, KEYVALUE_PASSWORD: redis.password, MODEL_TIMEOUT_MS: '15000' };
    const args = ['agent', '--id', 'agent-mem'];
    await using one = await started(pulsar, args, environment);
    await using other = await started(pulsar, args, environment);
    await flow.served('agent-mem', 2);
    // Until one process is gone the model is silent. The broker gives the questions to both in turn.
    flow.answer = () => null;
    await using stack = new AsyncDisposableStack();
    const asked: Asking[] = [];
    for (const question of ['One?', 'Two?', 'Three?', 'Four?', 'Five?', 'Six?']) {
      asked.push(stack.use(await flow.ask(question)));
      await vi.waitFor(() => expect(flow.prompted).toHaveLength(asked.length), waiting);
    }
    flow.answer = (steps) => (steps === 0 ? act : final);
    await one.fleet.kill();
    for (const asking of asked) expect(ends(await asking.ended())).toMatchObject([{ message_type: 'answer', content: 'Paris' }]);
    const metrics = await (await fetch(`${other.fleet.httpUrl}/metrics`)).text();
    expect(metrics).toMatch(/^agentmem_dialogues_taken_up_total\{processor="agent-mem"\} [1-6]$/m);
  });
});

function findBoth(): Availability<{ readonly jars: string; readonly redis: string }> {
  const [pulsar, redis] = [findPulsar(), findRedis()];
  if (!('thing' in pulsar)) return pulsar;
  return 'thing' in redis ? { thing: { jars: pulsar.thing, redis: redis.thing } } : redis;
}

function ends<Frame extends { readonly end_of_dialog: boolean }>(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter(({ end_of_dialog }) => end_of_dialog);
}
