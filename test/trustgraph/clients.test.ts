import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { askByRest, askByWebSocket } from '../live/trustgraph/ask.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';

describeLive('TrustGraph', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    await trustGraph.flows.start('default', 'stock');
  });
  afterAll(() => stack.disposeAsync());

  it("answers by tg-invoke-agent, by REST and by WebSocket through TrustGraph's own agent", async () => {
    const { model, gatewayUrl } = trustGraph;
    const question = 'What is the capital of France?';
    model.script(question, 'Thought: I know it\nFinal Answer: It is Paris.');
    const { stdout } = await trustGraph.run('tg-invoke-agent', '-f', 'default', '-q', question, '-v');
    expect(stdout).toContain('🤔  I know it');
    expect(stdout).toContain('It is Paris.');
    expect(await askByRest(gatewayUrl, 'default', { question })).toMatchObject({
      message_type: 'answer',
      content: 'It is Paris.',
    });
    const frames = await askByWebSocket(gatewayUrl, 'default', { question, session_id: 's1' });
    expect(frames.map(({ message_type, content }) => [message_type, content])).toEqual([
      ['explain', undefined],
      ['thought', 'I know it'],
      ['explain', undefined],
      ['answer', 'It is Paris.'],
    ]);
    expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toEqual([frames.at(-1)]);
  });

  it.each([
    ['LLM text completion', { question: 'What is six times seven?' }, 'forty-two'],
    ['shout', { text: 'hello' }, 'forty-two'],
    ['add', { a: 40, b: 2 }, 'The sum is 42'],
  ])('%s is called', async (tool, args, observation) => {
    const question = `Use ${tool}!`;
    trustGraph.model.script(
      question,
      `Thought: I use it\nAction: ${tool}\nArgs: ${JSON.stringify(args)}`,
      'Thought: I have it\nFinal Answer: Done.',
    );
    const frames = await askByWebSocket(trustGraph.gatewayUrl, 'default', { question });
    expect(frames.flatMap(({ message_type, content }) => (message_type === 'observation' ? [content] : []))).toEqual([
      observation,
    ]);
    expect(frames.at(-1)).toMatchObject({ content: 'Done.', end_of_dialog: true });
  });
});
