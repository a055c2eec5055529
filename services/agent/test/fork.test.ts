import type { AgentResponse, ForkRequest, Init } from '@agent-mem/contract';
import { OperationError } from '@agent-mem/contract';
import type { ChatModel } from '@agent-mem/llm';
import { type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import type { Tool } from '../src/index.ts';
import { type AgentFleet, frameTexts, startAgentFleet } from './agent-fleet.ts';

const act = (action: string, args: object = {}) => `Thought: look\nAction: ${action}\nArgs: ${JSON.stringify(args)}`;
const final = (text: string) => `Thought: done\nFinal Answer: ${text}`;

/** A tool that counts its calls. */
function clockTool() {
  const calls: string[] = [];
  const tool: Tool = {
    name: 'Look',
    description: 'Looks at a sign',
    arguments: [{ name: 'at', type: 'string', description: 'Which sign' }],
    async run({ at }) {
      calls.push(String(at));
      return `${at}: at nine`;
    },
  };
  return { tool, calls };
}

async function fork(fleet: AgentFleet, frames: readonly AgentResponse[], request: Init<ForkRequest>, idempotencyKey = 'fork') {
  const asked = { invocation_id: frames.at(-1)?.invocation_id ?? '', ...request };
  return await Array.fromAsync(fleet.caller.stream('agent', 'fork', asked, { timeoutMs: 60_000, idempotencyKey }));
}

/** A fleet whose agent has answered in two steps, and what it says then. */
async function answered(then: readonly ScriptedAnswer[], chatModel?: (model: ChatModel) => ChatModel) {
  const { tool, calls } = clockTool();
  const model = scriptedChatModel([act('Look', { at: 'quay' }), act('Look', { at: 'gate' }), final('nine'), ...then]);
  const fleet = await startAgentFleet({ chatModel: chatModel?.(model) ?? model, tools: [tool] });
  const before = await fleet.invoke({ question: 'Hello', conversation_id: 'trip' }, { idempotencyKey: 'hello' }).catch(() => []);
  return { fleet, model, calls, before };
}

test('a fork goes on behind the steps that it takes over, with another question; both runs stay', async () => {
  const { fleet, model, calls, before } = await answered([final('ten'), final('ten')]);
  await using _ = fleet;
  await fleet.settled();
  const forked = await fork(fleet, before, { step: 1, question: 'And back?' });
  expect(frameTexts(forked)).toEqual(['thought: done', 'answer: ten']);
  const { invocation_id, conversation_id } = forked.at(-1) ?? {};
  expect(invocation_id).not.toBe(before.at(-1)?.invocation_id);
  expect(conversation_id).not.toBe('trip');
  const prompt = model.requests.at(-1)?.messages.at(-1)?.content;
  expect(prompt).toContain('And back?');
  expect(prompt).toContain('quay: at nine');
  expect(prompt).not.toContain('gate: at nine');
  expect(calls).toEqual(['quay', 'gate']);
  // The same request again has no second effect.
  expect((await fork(fleet, before, { step: 1, question: 'And back?' })).at(-1)).toEqual(forked.at(-1));
  await fleet.settled();
  const { messages } = await fleet.caller.call('conversations', 'history', { conversation_id: 'trip' });
  expect(messages.map(({ content }) => content)).toEqual(['Hello', 'nine']);
  const ids = fleet.events.flatMap(({ data }) => (data.invocation_completed ? [data.invocation_completed.invocation_id] : []));
  expect(ids).toEqual([before.at(-1)?.invocation_id, invocation_id]);
});

test('a fork of a conversation shows what came before the question, in a branch', async () => {
  const { fleet, model, before } = await answered([act('Look', { at: 'pier' }), final('noon'), final('ten')]);
  await using _ = fleet;
  await fleet.settled();
  const second = await fleet.invoke({ question: 'And at noon?', conversation_id: 'trip' }, { idempotencyKey: 'second' });
  await fleet.settled();
  const forked = await fork(fleet, second, { step: 1, question: 'And at ten?' });
  const { conversation_id = '' } = forked.at(-1) ?? {};
  await fleet.settled();
  const { messages } = await fleet.caller.call('conversations', 'history', { conversation_id });
  expect(messages.map(({ content }) => content)).toEqual(['Hello', 'nine', 'And at ten?', 'ten']);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('Hello');
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('And at noon?');
  expect(before.at(-1)?.conversation_id).toBe('trip');
});

test('another result of the last step takes the place of what its tool gave, and the tool is not called', async () => {
  const { fleet, model, calls, before } = await answered([final('seven')]);
  await using _ = fleet;
  await fleet.settled();
  const forked = await fork(fleet, before, { step: 2, result: 'gate: at seven' });
  expect(frameTexts(forked)).toEqual([
    'action: Look {"at":"gate"}',
    'observation: gate: at seven',
    'thought: done',
    'answer: seven',
  ]);
  expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('gate: at seven');
  expect(calls).toEqual(['quay', 'gate']);
});

test('another model answers where requests may name it; any other name is refused', async () => {
  const other = { ...scriptedChatModel([final('by the other')]), id: 'other' };
  const named = (name: string) => {
    if (name === 'other') return other;
    throw new OperationError('invalid-argument', `model: ${name} is not one of LLM_MODELS`);
  };
  const { fleet, before } = await answered([], (model) => ({ ...model, named }));
  await using _ = fleet;
  await fleet.settled();
  const forked = await fork(fleet, before, { step: 2, model: 'other' });
  expect(forked.at(-1)).toMatchObject({ answer: 'by the other', usage: [{ model: 'other' }] });
  await expect(fork(fleet, before, { step: 2, model: 'third' }, 'k2')).rejects.toMatchObject({
    message: expect.stringContaining('model: third'),
  });
  await expect(fleet.invoke({ question: 'q', model: 'third' })).rejects.toMatchObject({ type: 'invalid-argument' });
});

test('a run that waits is forked from its steps, and waits still', async () => {
  const { tool } = clockTool();
  const mail: Tool = { ...tool, name: 'Mail', needsApproval: true };
  const chatModel = scriptedChatModel([act('Look', { at: 'quay' }), act('Mail', { at: 'bo' }), final('not sent')]);
  await using fleet = await startAgentFleet({ chatModel, tools: [tool, mail] });
  const waiting = await fleet.invoke({ question: 'q', may_wait: true }, { idempotencyKey: 'k' });
  const forked = await fork(fleet, waiting, { step: 1 });
  expect(forked.at(-1)).toMatchObject({ type: 'answer', answer: 'not sent' });
  expect((await fleet.caller.call('agent', 'list_waiting', {})).runs).toHaveLength(1);
});

test.each([
  [{ step: 3 }, 'out-of-range', 'step: the run took 2 steps, got 3'],
  [{ step: 0, result: 'x' }, 'invalid-argument', 'result: step 0 called no tool'],
  [{ invocation_id: 'inv_01960000-0000-7000-8000-000000000004' }, 'not-found', 'FORK_TTL_HOURS'],
])('%j is refused as %s', async (request, type, words) => {
  const { fleet, before } = await answered([]);
  await using _ = fleet;
  await fleet.settled();
  await expect(fork(fleet, before, request)).rejects.toMatchObject({ type, message: expect.stringContaining(words) });
});
