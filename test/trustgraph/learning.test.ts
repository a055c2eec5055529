import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { askByWebSocket } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { pulsarInit } from '../process/pulsar-init.ts';
import { verifies } from '../verifies.ts';

/** Rules cannot read a fact out of it. */
const said = 'Ever since that fall I would not get on a horse for all the tea in China';
const fact = 'The user is afraid of riding horses';
const task = 'Find out what the stable costs';

describeLive('TrustGraph, services in processes of their own', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  let facts: FleetProcess;
  let episodes: FleetProcess;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    const { pulsar, flows } = trustGraph;
    await pulsarInit(pulsar.webSocketUrl);
    const start = async (...args: readonly string[]) => {
      const directory = stack.use(await temporaryDirectory());
      // Recall is not left out for being late on a machine that has other things to do.
      const environment = { BUS_URL: pulsar.webSocketUrl, MEMORY_DEADLINE_MS: '10000' };
      return stack.use(await startFleetProcess({ directory: directory.path, args, environment }));
    };
    const started = await Promise.allSettled([
      start('facts', 'gateway'),
      start('episodes', 'gateway'),
      start('conversations', 'working-memory', 'graph'),
      start('agent', '--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl),
    ]);
    const [first, second] = started.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
    if (first) facts = first;
    if (second) episodes = second;
    await defineBlueprint(flows, 'agent-mem', ['replace']);
    await flows.start('default', 'agent-mem');
  });
  afterAll(() => stack.disposeAsync());

  const list = async (fleet: FleetProcess, service: 'facts' | 'episodes') => {
    const body = JSON.stringify({ workspace: 'default' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${fleet.httpUrl}/v1/${service}/list`, { method: 'POST', headers, body });
    return (await response.text()).toString();
  };

  it('learn by the model of the flow, without LLM_URL, what rules cannot', verifies('trustgraph.learns'), async () => {
    const { model, gatewayUrl } = trustGraph;
    model.script(said, 'Thought: I know it\nFinal Answer: Noted.');
    model.script('You pick out', JSON.stringify({ facts: [{ text: fact, from: 'user' }] }));
    await askByWebSocket(gatewayUrl, 'default', { question: said, conversation_id: 'c1' });
    await vi.waitFor(async () => expect(await list(facts, 'facts')).toContain(fact), { timeout: 60_000, interval: 300 });
    const passes = model.prompts.filter((prompt) => prompt.includes('You pick out'));
    expect(passes).toHaveLength(1);
    expect(passes[0]).toContain(said);
  });

  it('record an episode in the words of the model of the flow', verifies('trustgraph.learns'), async () => {
    const { model, gatewayUrl } = trustGraph;
    const act = 'Thought: I ask\nAction: shout\nArgs: {"text": "price"}';
    model.script(task, act, act, 'Thought: I know it\nFinal Answer: Forty a month.');
    const record = { task: true, goal: 'Price a stable', steps: ['Asked'], outcome: 'It costs forty', lessons: 'Ask loudly' };
    model.script('You record how a task was worked on', JSON.stringify(record));
    await askByWebSocket(gatewayUrl, 'default', { question: task, conversation_id: 'c2' });
    await vi.waitFor(async () => expect(await list(episodes, 'episodes')).toContain('Ask loudly'), {
      timeout: 60_000,
      interval: 300,
    });
  });
});
