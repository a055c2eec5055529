import { setTimeout as delay } from 'node:timers/promises';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { askByWebSocket, type GatewayFrame } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import type { ModelReply } from '../live/trustgraph/scripted-model.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

const text = 'Thought: I know it well enough\nFinal Answer: It is forty-two, as it was before.';

describeLive('TrustGraph with a model that fails', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    const { pulsar, flows } = trustGraph;
    const directory = stack.use(await temporaryDirectory());
    const args = ['--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl];
    // The wait for a service that says nothing ends within a test's time; a machine with other things to do answers within it.
    const environment = { MODEL_TIMEOUT_MS: '10000', MODEL_ATTEMPTS: '2' };
    stack.use(await startFleetProcess({ directory: directory.path, args, environment }));
    await defineBlueprint(flows, 'agent-mem', ['replace']);
    await flows.start('default', 'agent-mem');
  });
  afterAll(() => stack.disposeAsync());

  const ask = async (question: string, streaming: boolean, ...replies: readonly (string | ModelReply)[]) => {
    trustGraph.model.script(question, ...replies);
    const frames = await askByWebSocket(trustGraph.gatewayUrl, 'default', { question, streaming, conversation_id: question });
    expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toEqual([frames.at(-1)]);
    return frames;
  };

  describe.each([
    ['whole', false],
    ['streamed', true],
  ] as const)('%s', (way, streaming) => {
    it('is waited for when it is slow', verifies('trustgraph.model-fails'), async () => {
      const frames = await ask(`Slowly, ${way}?`, streaming, { text, after: delay(1_500) });
      expect(answerOf(frames)).toBe('It is forty-two, as it was before.');
    });

    it.each<[string, ModelReply]>([
      ['cuts its answer', { text, cutAfter: 30 }],
      ['has no time (429)', { status: 429 }],
      ['breaks (500)', { status: 500 }],
      ['answers what is no JSON', { broken: '<html>Bad gateway</html>' }],
      ['answers nothing', { broken: '' }],
    ])('ends the question by an error that says so when it %s', verifies('trustgraph.model-fails'), async (what, reply) => {
      const last = (await ask(`${what}, ${way}?`, streaming, reply)).at(-1);
      expect(last).toMatchObject({ message_type: 'error', content: expect.stringMatching(/\w/), end_of_dialog: true });
    });

    it.each<[string, ModelReply]>([
      ['has no time (429)', { status: 429 }],
      ['breaks (500)', { status: 500 }],
    ])('is asked again when it %s once', async (what, reply) => {
      // TrustGraph's own service asks three times before it gives up.
      const frames = await ask(`Once it ${what}, ${way}?`, streaming, reply, text);
      expect(answerOf(frames)).toBe('It is forty-two, as it was before.');
    });
  });

  it('ends the question when it never answers', verifies('trustgraph.model-fails'), async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const frames = await ask('Never?', true, { text, after: promise });
    // Else TrustGraph's service would wait on, and ask for nobody else.
    resolve();
    expect(frames.at(-1)).toMatchObject({ message_type: 'error', content: expect.stringMatching(/\w/) });
  });
});

function answerOf(frames: readonly GatewayFrame[]): string {
  return frames.flatMap(({ message_type, content = '' }) => (message_type === 'answer' ? [content] : [])).join('');
}
