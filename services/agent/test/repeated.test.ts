import { scriptedChatModel } from '@agent-mem/llm';
import { turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import type { Tool } from '../src/index.ts';
import { frameTexts, startAgentFleet, turnedUntil } from './agent-fleet.ts';

const hang = { hang: true } as const;
const looks = 'Thought: I look\nAction: Look\nArgs: {"where":"here"}';
const final = 'Thought: done\nFinal Answer: In the cellar, behind the wine';
const look: Tool = { name: 'Look', description: 'Looks', arguments: [], run: async () => 'nothing' };
const request = { question: 'Where is the key?' };

test.each([false, true])(
  'after the end the frames of all steps come again, streamed pieces as one (streaming: %s)',
  async (streaming) => {
    const chatModel = scriptedChatModel([looks, 'I only think', final]);
    await using fleet = await startAgentFleet({ chatModel, tools: [look] });
    const asked = { ...request, streaming };
    const first = await fleet.invoke(asked, { idempotencyKey: 'k' });
    const again = await fleet.invoke(asked, { idempotencyKey: 'k' });
    expect(frameTexts(again)).toEqual(frameTexts(first));
    expect(again.at(-1)).toEqual(first.at(-1));
    expect(again.filter(({ type }) => type === 'answer')).toHaveLength(streaming ? 2 : 1);
    expect(again.every(({ end_of_message, type }) => end_of_message || type === 'answer')).toBe(true);
  },
);

test('where steps are stored no more, the last frame comes alone', async () => {
  const environment = { FORK_TTL_HOURS: '0' };
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([looks, 'Final Answer: a']),
    tools: [look],
    environment,
  });
  const first = await fleet.invoke(request, { idempotencyKey: 'k' });
  expect(await fleet.invoke(request, { idempotencyKey: 'k' })).toEqual([first.at(-1)]);
});

test('of a fork the frames come again that it had, without those of the run before it', async () => {
  const chatModel = scriptedChatModel([looks, looks, final, looks, final]);
  await using fleet = await startAgentFleet({ chatModel, tools: [look] });
  const { invocation_id = '' } = (await fleet.invoke(request)).at(-1) ?? {};
  const fork = () =>
    Array.fromAsync(
      fleet.caller.stream('agent', 'fork', { invocation_id: invocation_id ?? '', step: 1 }, { idempotencyKey: 'f' }),
    );
  const first = await fork();
  expect(frameTexts(first)).toHaveLength(5);
  expect(await fork()).toEqual(first);
});

test('of a run that waits the frames come again, up to what it waits for', async () => {
  const chatModel = scriptedChatModel([looks, 'Thought: I ask\nAction: ask_user\nArgs: {"question":"Which key?"}']);
  await using fleet = await startAgentFleet({ chatModel, tools: [look] });
  const asked = { ...request, may_wait: true };
  const first = await fleet.invoke(asked, { idempotencyKey: 'k' });
  expect(first.at(-1)?.type).toBe('waiting');
  expect(await fleet.invoke(asked, { idempotencyKey: 'k' })).toEqual(first);
});

test('behind a crash a repeat gets the frames of the steps before it, too', async () => {
  const clock = turnedClock();
  await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]), clock });
  await fleet.agent[Symbol.asyncDispose]();
  const dying = scriptedChatModel([looks, hang]);
  const first = await fleet.anotherAgent({ chatModel: dying, tools: [look] });
  const lost = fleet.invoke(request, { idempotencyKey: 'k', timeoutMs: 36_000_000 });
  lost.catch(() => undefined);
  await vi.waitFor(() => expect(dying.requests).toHaveLength(2));
  const stopping = first[Symbol.asyncDispose]();
  await clock.advance(15_000);
  await stopping;
  await fleet.anotherAgent({ chatModel: scriptedChatModel([final]), tools: [look] });
  const repeat = fleet.invoke(request, { idempotencyKey: 'k', timeoutMs: 36_000_000 });
  expect(frameTexts(await turnedUntil(clock, repeat))).toEqual([
    'thought: I look',
    'action: Look {"where":"here"}',
    'observation: nothing',
    'thought: done',
    'answer: In the cellar, behind the wine',
  ]);
});
