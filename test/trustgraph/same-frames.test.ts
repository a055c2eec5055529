import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { askByRest, askByWebSocket } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';
import { type Case, cases } from './cases.ts';
import { differences } from './differences.ts';
import { type Shape, shapeOf } from './shape.ts';

/** The flows, by who is asked there. */
const [stock, ours] = ['stock', 'ours'];

describeLive('TrustGraph, its own agent and ours asked the same', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    const { pulsar, flows } = trustGraph;
    const directory = stack.use(await temporaryDirectory());
    const args = ['agent', '--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl, '--no-loki-enabled'];
    stack.use(await startFleetProcess({ directory: directory.path, args }));
    await flows.start(stock, 'stock');
    await defineBlueprint(flows, ours, ['replace'], { 'memory-mode': 'off' });
    await flows.start(ours, ours);
  });
  afterAll(() => stack.disposeAsync());

  /** Asks both, one after the other: they share the script. */
  const askBoth = async <Answer>({ question, replies }: Case, ask: (flow: string) => Promise<Answer>) => {
    trustGraph.model.script(question.question, ...replies);
    const byStock = await ask(stock);
    trustGraph.model.script(question.question, ...replies);
    return [byStock, await ask(ours)] as const;
  };

  describe.each([
    ['whole', false],
    ['streamed', true],
  ] as const)('by WebSocket, %s', (way, streaming) => {
    it.each(cases)('$name', verifies('trustgraph.same'), async (each) => {
      const ask = async (flow: string) =>
        shapeOf(await askByWebSocket(trustGraph.gatewayUrl, flow, { ...each.question, streaming }));
      const [expected, got] = await askBoth(each, ask);
      const different = differences[each.name]?.[way];
      if (!different) return expect(got).toEqual(expected);
      expect(described(expected), 'no difference is left').not.toEqual(described(got));
      expect(described(got)).toEqual(different);
      expect(got.filter(({ end_of_dialog }) => end_of_dialog)).toEqual([got.at(-1)]);
    });

    it.each(['a direct answer', 'two tools', 'steps of the client'])(`%s, by REST`, async (name) => {
      const each = caseOf(name);
      const ask = async (flow: string) =>
        shapeOf([await askByRest(trustGraph.gatewayUrl, flow, { ...each.question, streaming })]);
      const [expected, got] = await askBoth(each, ask);
      expect(got).toEqual(expected);
    });

    it.each(['a direct answer', 'a question of the model'])('%s, by tg-invoke-agent', async (name) => {
      const each = caseOf(name);
      const words = ['-q', each.question.question, '-v', ...(streaming ? [] : ['--no-streaming'])];
      const [expected, got] = await askBoth(each, (flow) => trustGraph.run('tg-invoke-agent', '-f', flow, ...words));
      expect(got).toEqual(expected);
      expect(got.stdout).toContain('It is forty-two.');
    });
  });

  it('explains itself by tg-invoke-agent -x', async () => {
    const each = caseOf('a question of the model');
    const words = ['-q', each.question.question, '-v', '-x'];
    const [expected, got] = await askBoth(each, async (flow) => {
      const { stdout, stderr } = await trustGraph.run('tg-invoke-agent', '-f', flow, ...words);
      const [, session = ''] = /\[session\] (\S+)/.exec(stderr) ?? [];
      return { stdout, stderr: stderr.replaceAll(session, 'SESSION').replace(/Time: .*/, 'Time: now') };
    });
    expect(got).toEqual(expected);
    expect(got.stderr).toContain('[session] SESSION');
  });

  it('tells what the question has cost', async () => {
    const each = caseOf('a question of the model');
    trustGraph.model.script(each.question.question, ...each.replies);
    const last = await askByRest(trustGraph.gatewayUrl, ours, each.question);
    expect(last).toMatchObject({ in_token: expect.any(Number), out_token: expect.any(Number), model: 'scripted' });
  });
});

function caseOf(name: string): Case {
  const found = cases.find((each) => each.name === name);
  if (!found) throw new Error(`There is no case ${name}`);
  return found;
}

/** What a person would read. */
function described(frames: readonly Shape[]): string[] {
  return frames.flatMap(({ message_type, content = '', error }) => {
    if (message_type === 'explain') return [];
    return [`${message_type ?? 'failed'}: ${error?.message ?? content}`];
  });
}
