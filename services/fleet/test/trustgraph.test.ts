import { systemClock } from '@agent-mem/contract';
import type { TopicMessage, Topics } from '@agent-mem/messaging';
import { openPulsarWebSocketTopics } from '@agent-mem/messaging-pulsar-websocket';
import { createPulsarAdmin } from '@agent-mem/pulsar';
import { stubTrustGraphConfig, temporaryDirectory } from '@agent-mem/testing';
import { type AgentResponse, agentRequestMessage, agentResponseMessage, promptResponseMessage } from '@agent-mem/trustgraph';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../../../test/live/live.ts';
import { createNamespaces, findPulsar, freePorts, type Pulsar, startPulsar } from '../../../test/live/pulsar/broker.ts';
import { type FleetProcessOptions, spawnFleet, startFleetProcess } from '../../../test/process/fleet-process.ts';

const requests = 'non-persistent://tg/request/agent:default:default';
const responses = 'non-persistent://tg/response/agent:default:default';
const own = {
  request: 'request:tg:agent:default:default',
  next: 'request:tg:agent:default:default',
  response: 'response:tg:agent:default:default',
};
const prompt = { 'prompt-request': 'request:tg:prompt:default:default', 'prompt-response': 'response:tg:prompt:default:default' };
const entry = JSON.stringify({ topics: own, parameters: {} });
const entryWithPrompt = JSON.stringify({ topics: { ...own, ...prompt }, parameters: {} });
const waiting = { timeout: 90_000, interval: 50 };

describeLive('the program by the command line of a TrustGraph processor, on a real broker', findPulsar(), (jars) => {
  let pulsar: Pulsar;
  let topics: Topics;
  beforeAll(async () => {
    pulsar = await startPulsar(jars);
    await createNamespaces(pulsar.adminUrl, 'tg', ['flow', 'request', 'response', 'notify']);
    topics = openPulsarWebSocketTopics({ url: pulsar.webSocketUrl, clock: systemClock });
  });
  afterAll(async () => {
    await topics[Symbol.asyncDispose]();
    await pulsar[Symbol.asyncDispose]();
  });

  /** The subscriptions of the flow's questions. */
  const subscribed = async () => {
    const stats = await createPulsarAdmin({ url: pulsar.adminUrl }).topics.stats(requests);
    return [...(stats?.keys() ?? [])];
  };

  /** Asks, and collects the frames it gets. */
  async function ask(question: string) {
    const id = crypto.randomUUID();
    const frames: AgentResponse[] = [];
    const consuming = { subscription: `rr-${id}`, type: 'exclusive' } as const;
    const consumer = await topics.consume(responses, consuming, ({ payload, properties }) => {
      if (properties.id === id) frames.push(agentResponseMessage.decode(payload));
    });
    await using producer = await topics.produce(requests);
    await producer.send({ payload: agentRequestMessage.encode({ question }), properties: { id } });
    return { frames, [Symbol.asyncDispose]: () => consumer[Symbol.asyncDispose]() };
  }

  /** The frames that one question got, up to its last. */
  async function asked(question: string): Promise<readonly AgentResponse[]> {
    await using asking = await ask(question);
    await vi.waitFor(() => expect(asking.frames.at(-1)?.end_of_dialog).toBe(true), waiting);
    return asking.frames;
  }

  async function started(args: readonly string[], options: Partial<FleetProcessOptions> = {}) {
    const stack = new AsyncDisposableStack();
    const { path: directory } = stack.use(await temporaryDirectory());
    const shared = ['--pulsar-host', pulsar.webSocketUrl, '--no-loki-enabled', '--log-level', 'ERROR', '--config-timeout', '5'];
    const fleet = stack.use(await startFleetProcess({ directory, args: [...args, ...shared], ...options }));
    return { fleet, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }

  it('starts the whole fleet in a flow, with its metrics where -P says, and leaves the flow when it is stopped', async () => {
    await using _config = await stubTrustGraphConfig(topics, { default: { 'processor:agent-mem': { default: entry } } });
    const [port = 0] = await freePorts(1);
    await using running = await started(['--id', 'agent-mem', '--concurrency', '2', '-P', String(port)]);
    const { fleet } = running;
    expect(fleet.output()).toContain(`In TrustGraph's flows as agent-mem, on ${pulsar.webSocketUrl}`);
    await vi.waitFor(async () => expect(await subscribed()).toEqual(['agent-mem--default--default--request']), waiting);
    const frames = await asked('My wife is Anne. What do you know of me?');
    expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toHaveLength(1);
    expect(frames.at(-1)).toMatchObject({ message_type: 'answer', error: null });
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('tg_agent_session_total{processor="agent-mem",outcome="completed"} 1');
    expect(await fleet.stop()).toBe(0);
    await vi.waitFor(async () => expect(await subscribed()).toEqual([]), waiting);
  });

  it('starts the agent alone, under any id, before there is a configuration', async () => {
    await using running = await started(['agent', '--id=agent-manager']);
    expect(running.fleet.output()).toContain('Hosting agent;');
    await using _config = await stubTrustGraphConfig(topics, { default: { 'processor:agent-manager': { default: entry } } });
    await vi.waitFor(async () => expect(await subscribed()).toEqual(['agent-manager--default--default--request']), waiting);
    expect((await asked('Is anybody there?')).at(-1)).toMatchObject({ end_of_dialog: true });
  });

  it('answers what was asked before it was killed, once it is started again', async () => {
    const config = { 'processor:agent-mem': { default: entryWithPrompt } };
    await using _config = await stubTrustGraphConfig(topics, { default: config });
    await using answers = await topics.produce('non-persistent://tg/response/prompt:default:default');
    const promptRequests = 'non-persistent://tg/request/prompt:default:default';
    const prompted: TopicMessage[] = [];
    let isSilent = true;
    await using _prompt = await topics.consume(promptRequests, { subscription: 'prompt', type: 'shared' }, (message) => {
      prompted.push(message);
      const payload = promptResponseMessage.encode({ text: 'Thought: done\nFinal Answer: Paris', end_of_stream: true });
      if (!isSilent) void answers.send({ payload, properties: message.properties });
    });
    await using directory = await temporaryDirectory();
    const args = ['--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl, '--log-level', 'ERROR'];
    const killed = await startFleetProcess({ directory: directory.path, args });
    await vi.waitFor(async () => expect(await subscribed()).toEqual(['agent-mem--default--default--request']), waiting);
    await using first = await ask('What is the capital?');
    await using second = await ask('And of Norway?');
    await vi.waitFor(() => expect(prompted).toHaveLength(2), waiting);
    await killed.kill();
    isSilent = false;
    await using _again = await startFleetProcess({ directory: directory.path, args });
    for (const { frames } of [first, second]) {
      await vi.waitFor(() => expect(frames.at(-1)?.end_of_dialog).toBe(true), waiting);
      expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toMatchObject([{ message_type: 'answer', content: 'Paris' }]);
    }
  });

  it('reads TrustGraph’s variables, and goes on asking for a broker that is away', async () => {
    const [away = 0] = await freePorts(1);
    await using directory = await temporaryDirectory();
    const environment = { PULSAR_HOST: `ws://127.0.0.1:${away}`, LOG_LEVEL: 'warn' };
    await using fleet = await startFleetProcess({ directory: directory.path, args: ['--id', 'agent-mem'], environment });
    await vi.waitFor(() => expect(fleet.errors()).toContain(String(away)), waiting);
    expect(await fleet.stop()).toBe(0);
  });

  it.each([
    [['--id', 'agent-mem', '--pulsar-host', 'tcp://b'], '--pulsar-host (PULSAR_HOST): must be pulsar://host:port'],
    [['--pulsar-host', 'ws://b:8080'], '--id (TRUSTGRAPH_ID) must say which one it is'],
    [['--id', 'agent-mem', '--pubsub-backend', 'kafka'], '--pubsub-backend (PUBSUB_BACKEND): must be pulsar, got kafka'],
  ])('ends with 2 and one sentence for %j', async (args, sentence) => {
    await using directory = await temporaryDirectory();
    await using fleet = spawnFleet({ directory: directory.path, args });
    const code = await new Promise((resolve) => fleet.child.once('exit', resolve));
    expect([code, fleet.errors().trim().split('\n').length]).toEqual([2, 1]);
    expect(fleet.errors()).toContain(sentence);
  });
});
