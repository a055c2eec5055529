import { randomUUID } from 'node:crypto';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { askByWebSocket, type GatewayFrame, type GatewayQuestion, sendByWebSocket } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import type { ModelReply } from '../live/trustgraph/scripted-model.ts';
import { tapTopic } from '../live/trustgraph/tap.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

/** What is told in a conversation is learned after its answer. */
const learning = { timeout: 60_000, interval: 300 };
const final = (answer: string) => `Thought: I know it\nFinal Answer: ${answer}`;

describeLive('TrustGraph, an agent that remembers', findTrustGraph(), (programs) => {
  let trustGraph: TrustGraph;
  let directory: TemporaryDirectory;
  let fleet: FleetProcess;
  const stack = new AsyncDisposableStack();
  const startFleet = async () => {
    const args = ['--id', 'agent-mem', '--pulsar-host', trustGraph.pulsar.webSocketUrl];
    // Recall is not left out for being late on a machine that has other things to do.
    fleet = await startFleetProcess({ directory: directory.path, args, environment: { MEMORY_DEADLINE_MS: '10000' } });
  };
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    directory = stack.use(await temporaryDirectory());
    await defineBlueprint(trustGraph.flows, 'agent-mem', ['replace']);
    await startFleet();
    stack.defer(() => fleet[Symbol.asyncDispose]());
    await trustGraph.flows.start('default', 'agent-mem');
  });
  afterAll(() => stack.disposeAsync());

  const ask = async (question: GatewayQuestion, reply: string | ModelReply) => {
    trustGraph.model.script(question.question, reply);
    return answerOf(await askByWebSocket(trustGraph.gatewayUrl, 'default', question));
  };
  /** Asks for the names, of which the model knows what stands in its prompt. */
  const names = (conversation_id: string, collection?: string) => {
    const question = { question: 'What are my animals called?', conversation_id, ...(collection && { collection }) };
    return ask(question, {
      text: (prompt) => final(['Biscuit', 'Minka'].filter((name) => prompt.includes(name)).join(', ') || 'No idea'),
    });
  };

  it(
    'recalls what was told in the conversation and, in another one, what it learned',
    verifies('trustgraph.remembers'),
    async () => {
      expect(await names('c1')).toBe('No idea');
      expect(await ask({ question: 'My dog is called Biscuit.', conversation_id: 'c1' }, final('Noted.'))).toBe('Noted.');
      expect(await ask({ question: 'My cat is called Minka.', conversation_id: 'c1' }, final('Noted.'))).toBe('Noted.');
      await vi.waitFor(async () => expect(await names('c1')).toBe('Biscuit, Minka'), learning);
      await vi.waitFor(async () => expect(await names('c2')).toBe('Biscuit, Minka'), learning);
      expect(await names('c3', 'other')).toBe('No idea');
    },
  );

  it('recalls it after the flow was stopped and started', async () => {
    await trustGraph.flows.stop('default');
    await trustGraph.flows.start('default', 'agent-mem');
    expect(await names('c1')).toBe('Biscuit, Minka');
    expect(await names('c4')).toBe('Biscuit, Minka');
  });

  it('ends a run by one error when its flow stops in its middle, and answers in a flow of the same name', {
    timeout: 180_000,
    ...verifies('trustgraph.flow-stops'),
  }, async () => {
    const { flows, model, gatewayUrl, pulsar } = trustGraph;
    await using responses = await tapTopic(pulsar.webSocketUrl, 'response/agent:default:default');
    // Of this attempt: what an earlier one has asked counts for nothing.
    const question = `Which one purrs, ${randomUUID()}?`;
    const { promise, resolve } = Promise.withResolvers<void>();
    model.script(question, { text: final('The cat.'), after: promise });
    await using asked = await sendByWebSocket(gatewayUrl, 'default', { question, conversation_id: 'c1' });
    await vi.waitFor(() => expect(model.prompts.some((prompt) => prompt.includes(question))).toBe(true));
    await flows.stop('default');
    const stopped = { message_type: 'error', content: 'The flow default/default has stopped; ask again when it runs' };
    expect((await asked.all).at(-1)).toMatchObject({ ...stopped, end_of_dialog: true });
    resolve();
    await flows.start('default', 'agent-mem');
    expect(await names('c1')).toBe('Biscuit, Minka');
    const ends = responses.messages.filter(({ content }) => content.end_of_dialog === true);
    expect(ends).toHaveLength(2);
    expect(new Set(ends.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['while the model thinks', false],
    ['while a tool works', true],
  ])(
    'ends a run by one last frame when it dies by kill -9 in its middle, %s',
    {
      timeout: 180_000,
      ...verifies('trustgraph.killed'),
    },
    async (when, isToolHeld) => {
      const { model, gatewayUrl, pulsar } = trustGraph;
      await using responses = await tapTopic(pulsar.webSocketUrl, 'response/agent:default:default');
      // Of this attempt: what an earlier one has asked counts for nothing.
      const bark = `the bark ${randomUUID()}`;
      const question = `Which one barks, ${when}, ${bark}?`;
      const { promise, resolve } = Promise.withResolvers<void>();
      const act = `Thought: I use it\nAction: shout\nArgs: {"text": "${bark}"}`;
      model.script(question, act, { text: final('The dog.'), after: isToolHeld ? undefined : promise });
      model.script(`SHOUT ${bark}`, { text: 'woof', after: isToolHeld ? promise : undefined });
      await using asked = await sendByWebSocket(gatewayUrl, 'default', { question, conversation_id: 'c1' });
      const isHeld = (prompt: string) =>
        isToolHeld ? prompt.includes(`SHOUT ${bark}`) : prompt.includes('woof') && prompt.includes(bark);
      await vi.waitFor(() => expect(model.prompts.some(isHeld)).toBe(true));
      await fleet.kill();
      resolve();
      await startFleet();
      expect(answerOf(await asked.all)).toBe('The dog.');
      expect(await names('c1')).toBe('Biscuit, Minka');
      const ended = responses.messages.filter(({ content }) => content.end_of_dialog === true);
      expect(ended).toHaveLength(2);
    },
  );
});

function answerOf(frames: readonly GatewayFrame[]): string {
  expect(frames.at(-1)).toMatchObject({ message_type: 'answer', end_of_dialog: true });
  return frames.flatMap(({ message_type, content = '' }) => (message_type === 'answer' ? [content] : [])).join('');
}
