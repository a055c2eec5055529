import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Blueprint, mergedBlueprint } from '../deploy/trustgraph-blueprint.ts';
import { describeLive } from '../live/live.ts';
import { askByWebSocket } from '../live/trustgraph/ask.ts';
import { blueprintOf } from '../live/trustgraph/seed.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';
import { shapeOf } from './shape.ts';

const call = (tool: string, args: object) => `Thought: I use it\nAction: ${tool}\nArgs: ${JSON.stringify(args)}`;
const final = 'Thought: I know it\nFinal Answer: It is forty-two.';
const replies = [call('add', { a: 1, b: 1 }), call('shout', { text: 'two' }), call('add', { a: 2, b: 2 }), final];
const relay = 'request:tg:agent-relay:{workspace}:{id}';

/** Ours takes the questions and hands each on to TrustGraph's own agent, which hands it back. */
async function relayed(): Promise<object> {
  const stock = blueprintOf('agent-manager') as Blueprint;
  const entry = (blueprint: Blueprint, key: string) => blueprint.flow[key] ?? expect.unreachable(key);
  const theirs = entry(stock, 'agent-manager:{id}');
  const ours = entry(await mergedBlueprint(stock, 'replace.json'), 'agent-mem:{id}');
  return {
    ...stock,
    flow: {
      ...stock.flow,
      'agent-mem:{id}': {
        topics: { ...ours.topics, next: relay },
        parameters: { ...ours.parameters, 'memory-mode': 'off' },
      },
      'agent-manager:{id}': { ...theirs, topics: { ...theirs.topics, request: relay, next: theirs.topics.request } },
    },
  };
}

describeLive('TrustGraph, its own agent and ours in one run', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    const { pulsar, flows } = trustGraph;
    const directory = stack.use(await temporaryDirectory());
    const args = ['agent', '--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl];
    stack.use(await startFleetProcess({ directory: directory.path, args }));
    await flows.start('stock', 'stock');
    await flows.define('relayed', await relayed());
    await flows.start('relayed', 'relayed');
  });
  afterAll(() => stack.disposeAsync());

  it.each([false, true])(
    'its steps are taken in turn, and its frames are those of either alone (streaming: %s)',
    verifies('trustgraph.in-turn'),
    async (streaming) => {
      const question = { question: `What is it, in turn ${streaming}?`, session_id: `in-turn-${streaming}`, streaming };
      const { gatewayUrl, model } = trustGraph;
      model.script(question.question, ...replies);
      const expected = shapeOf(await askByWebSocket(gatewayUrl, 'stock', question));
      model.script(question.question, ...replies);
      const got = shapeOf(await askByWebSocket(gatewayUrl, 'relayed', question));
      expect(got).toEqual(expected);
      expect(got.filter(({ message_type }) => message_type === 'observation')).toHaveLength(3);
      expect(got.at(-1)).toMatchObject({ message_type: 'answer', end_of_dialog: true });
    },
  );
});
