import type { AgentRequest, AgentResponse, Init } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import type { Tool } from '../src/index.ts';
import { frameTexts, startAgentFleet } from './agent-fleet.ts';
import { heldModel } from './held-model.ts';

const environment = { AGENT_CONCURRENCY: '1' };
const patience = { timeout: 20_000, interval: 5 };

/** An agent whose one place is taken by question 1. */
async function startFull(options: Pick<Parameters<typeof startAgentFleet>[0], 'clock'> = {}) {
  const chatModel = heldModel();
  const fleet = await startAgentFleet({ chatModel, environment, ...options });
  const first = fleet.invoke({ question: 'question 1' }, { idempotencyKey: 'first' });
  first.catch(() => undefined);
  await vi.waitFor(() => expect(chatModel.asked).toEqual(['question 1']), patience);
  return { fleet, chatModel, first };
}

type Fleet = Awaited<ReturnType<typeof startFull>>['fleet'];

const invoke = (fleet: Fleet, request: Init<AgentRequest>, idempotencyKey = 'second') => {
  const frames = fleet.invoke({ question: 'question 2', ...request }, { idempotencyKey });
  frames.catch(() => undefined);
  return frames;
};
const pending = ({ ports }: Fleet) => Array.fromAsync(ports.keyValue.entries('agent/pending/'));
const isPending = (fleet: Fleet, count = 1) => vi.waitFor(async () => expect(await pending(fleet)).toHaveLength(count), patience);

describe('an invocation that waits for a place', () => {
  test('stands in the journal without a lease', async () => {
    const { fleet, chatModel, first } = await startFull();
    await using _ = fleet;
    const second = invoke(fleet, {});
    await isPending(fleet);
    const [note] = await pending(fleet);
    const lease = note?.key.replace('agent/pending/', 'agent/lease/') ?? '';
    expect(await fleet.ports.keyValue.acquire(defaultScope, lease, 'another', 1)).not.toBeNull();
    await fleet.ports.keyValue.release(defaultScope, lease, 'another');
    chatModel.release();
    expect((await second).at(-1)?.answer).toBe('heard question 2');
    expect((await first).at(-1)?.answer).toBe('heard question 1');
    expect(await pending(fleet)).toEqual([]);
  });

  test('is run by another agent that has a place: its caller gets every frame, in order and once', async () => {
    const { fleet, chatModel } = await startFull();
    await using _ = fleet;
    const second = invoke(fleet, { streaming: true });
    await isPending(fleet);
    const other = heldModel();
    other.release();
    await fleet.anotherAgent({ chatModel: other });
    const frames = await second;
    expect(frameTexts(frames)).toEqual(['thought: done', 'answer: heard question 2']);
    expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toHaveLength(1);
    expect([chatModel.asked, other.asked]).toEqual([['question 1'], ['question 2']]);
    chatModel.release();
  });

  test('of a caller that is connected to this process waits for this one', async () => {
    const { fleet, chatModel, first } = await startFull();
    await using _ = fleet;
    const other = heldModel();
    other.release();
    await fleet.anotherAgent({ chatModel: other });
    const call = { timeoutMs: 60_000, idempotencyKey: 'second' };
    const frames = Array.fromAsync(
      fleet.agent.host.caller.stream('agent', 'invoke', { question: 'question 2', streaming: true }, call),
    );
    const third = fleet.invoke({ question: 'question 3', conversation_id: 'c3' }, { idempotencyKey: 'third' });
    expect((await third).at(-1)?.answer).toBe('heard question 3');
    chatModel.answerOne();
    await first;
    chatModel.release();
    expect(frameTexts((await frames) as AgentResponse[])).toEqual(['thought: done', 'answer: heard question 2']);
    expect(chatModel.asked).toEqual(['question 1', 'question 2']);
  });

  test('can be cancelled, by the id of its request, while all places are taken', async () => {
    const { fleet, chatModel } = await startFull();
    await using _ = fleet;
    const second = invoke(fleet, { conversation_id: 'c2' });
    await isPending(fleet);
    expect(await fleet.caller.call('agent', 'cancel', { id: 'second' })).toEqual({ cancelled: true });
    expect((await second).at(-1)).toMatchObject({ type: 'error', error: { type: 'cancelled' }, end_of_dialog: true });
    await vi.waitFor(() => expect(fleet.events.map(({ data }) => data.invocation_completed?.error)).toContain('cancelled'));
    expect(chatModel.asked).toEqual(['question 1']);
    chatModel.release();
  });

  test('can be cancelled at another agent', async () => {
    const clock = turnedClock();
    const { fleet, chatModel } = await startFull({ clock });
    await using _ = fleet;
    const second = invoke(fleet, {});
    await isPending(fleet);
    const [note] = await pending(fleet);
    // As another agent notes it.
    const id = note?.key.replace('agent/pending/', '') ?? '';
    await fleet.ports.keyValue.set(defaultScope, `agent/cancel/${id}`, String(clock.now()));
    await clock.advance(2_500);
    expect((await second).at(-1)).toMatchObject({ type: 'error', error: { type: 'cancelled' } });
    chatModel.release();
  });

  test('is not begun after its deadline; a repeat in time gets that very invocation', async () => {
    const clock = turnedClock();
    const { fleet, chatModel, first } = await startFull({ clock });
    await using _ = fleet;
    const request = { question: 'question 2' };
    const late = fleet.invoke(request, { idempotencyKey: 'second', timeoutMs: 5_000 });
    late.catch(() => undefined);
    await isPending(fleet);
    const [note] = await pending(fleet);
    await clock.advance(5_000);
    await expect(late).rejects.toMatchObject({ type: 'deadline-exceeded' });
    chatModel.answerOne();
    await first;
    await clock.advance(10_000);
    await vi.waitFor(async () => expect(await pending(fleet)).toEqual([]), patience);
    expect(chatModel.asked).toEqual(['question 1']);
    chatModel.release();
    const again = await fleet.invoke(request, { idempotencyKey: 'second' });
    expect(again.at(-1)).toMatchObject({
      answer: 'heard question 2',
      invocation_id: note?.key.replace('agent/pending/', ''),
    });
    expect(chatModel.asked).toEqual(['question 1', 'question 2']);
  });

  test('is the one that a repeat gets', async () => {
    const { fleet, chatModel } = await startFull();
    await using _ = fleet;
    const asked = [invoke(fleet, {}), invoke(fleet, {})];
    await isPending(fleet);
    chatModel.release();
    const [a, b] = (await Promise.all(asked)).map((frames) => frames.at(-1));
    expect(a?.invocation_id).toBe(b?.invocation_id);
    expect(chatModel.asked).toEqual(['question 1', 'question 2']);
  });

  test('without memory waits in its process', async () => {
    const { fleet, chatModel } = await startFull();
    await using _ = fleet;
    const second = invoke(fleet, { enable_memory: false });
    const third = invoke(fleet, { question: 'question 3', conversation_id: 'c3' }, 'third');
    await isPending(fleet);
    expect(chatModel.asked).toEqual(['question 1']);
    chatModel.release();
    expect((await second).at(-1)?.answer).toBe('heard question 2');
    expect((await third).at(-1)?.answer).toBe('heard question 3');
    expect(chatModel.most).toBe(1);
  });

  test('is left to the other agents as soon as its process begins to stop', async () => {
    const { fleet, chatModel, first } = await startFull();
    await using _ = fleet;
    const second = invoke(fleet, {});
    await isPending(fleet);
    const stopped = fleet.agent[Symbol.asyncDispose]();
    const other = heldModel();
    other.release();
    await fleet.anotherAgent({ chatModel: other });
    expect((await second).at(-1)?.answer).toBe('heard question 2');
    expect(other.asked).toEqual(['question 2']);
    chatModel.release();
    await stopped;
    expect((await first).at(-1)?.answer).toBe('heard question 1');
  });

  test('begins while another waits for an approval, which holds no place', async () => {
    const risky: Tool = { name: 'Risky', description: 'Does it', arguments: [], needsApproval: true, run: async () => 'done' };
    const chatModel = scriptedChatModel(['Thought: act\nAction: Risky', 'Thought: done\nFinal Answer: heard']);
    await using fleet = await startAgentFleet({ chatModel, environment, tools: [risky] });
    const waits = await fleet.invoke({ question: 'question 1', may_wait: true }, { idempotencyKey: 'first' });
    expect(waits.at(-1)?.type).toBe('waiting');
    expect((await invoke(fleet, {})).at(-1)?.answer).toBe('heard');
  });
});
