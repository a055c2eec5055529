import type { AgentResponse } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { pendingInvocations } from '../src/journal/pending.ts';
import { startAgentFleet } from './agent-fleet.ts';
import { type HeldModel, heldModel } from './held-model.ts';
import { mortal } from './mortal.ts';

const places = 4;
const environment = { AGENT_CONCURRENCY: String(places) };
const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
const questions = numbers.map((number) => `question ${number}`);
const answers = questions.map((question) => `heard ${question}`);
const patience = { timeout: 20_000, interval: 5 };

type Fleet = Awaited<ReturnType<typeof startAgentFleet>>;

/** Asks all questions, one after the other, and answers the last frame of each. */
function askAll(fleet: Fleet) {
  return Promise.all(
    questions.map(async (question) => (await fleet.invoke({ question, user: 'u1', conversation_id: question })).at(-1)),
  );
}

const answersOf = (frames: readonly (AgentResponse | undefined)[]) => frames.map((frame) => frame?.answer);

/** The questions as they arrived: the ids of invocations rise. */
const inOrder = (frames: readonly (AgentResponse | undefined)[]) =>
  frames
    .toSorted((a, b) => ((a?.invocation_id ?? '') < (b?.invocation_id ?? '') ? -1 : 1))
    .map((frame) => frame?.answer?.replace('heard ', ''));

/** Resolves when the model has that many questions. */
const isAsked = (model: HeldModel, count: number) =>
  vi.waitFor(() => expect(model.asked.length).toBeGreaterThanOrEqual(count), patience);

describe('more invocations than AGENT_CONCURRENCY', () => {
  test('run that many at once, in the order of their arrival, and all are answered', async () => {
    const chatModel = heldModel();
    await using fleet = await startAgentFleet({ chatModel, environment });
    const answered = askAll(fleet);
    for (let ended = 0; ended < numbers.length; ended++) {
      await isAsked(chatModel, Math.min(ended + places, numbers.length));
      chatModel.answerOne();
    }
    const frames = await answered;
    expect(answersOf(frames)).toEqual(answers);
    const arrived = inOrder(frames);
    // The first ones run side by side. Then one begins when another ends.
    expect(chatModel.asked.slice(0, places).toSorted()).toEqual(arrived.slice(0, places).toSorted());
    expect(chatModel.asked.slice(places)).toEqual(arrived.slice(places));
    expect(chatModel.most).toBe(places);
  });

  test('of one user hold up another user by one place at most', async () => {
    const chatModel = heldModel();
    await using fleet = await startAgentFleet({ chatModel, environment });
    const answered = askAll(fleet);
    await isAsked(chatModel, places);
    const waiting = async () => (await pendingInvocations(fleet.ports.keyValue)).length;
    await expect.poll(waiting, patience).toBe(numbers.length - places);
    const other = fleet.invoke({ question: 'question 99', user: 'u2' });
    await expect.poll(waiting, patience).toBe(numbers.length - places + 1);
    for (const ended of [1, 2]) {
      chatModel.answerOne();
      await isAsked(chatModel, places + ended);
    }
    expect(chatModel.asked.slice(places)).toContain('question 99');
    chatModel.release();
    expect((await other).at(-1)?.answer).toBe('heard question 99');
    expect(answersOf(await answered)).toEqual(answers);
  });

  test('of one user leave places to others, as many as AGENT_CONCURRENCY_PER_USER says', async () => {
    const chatModel = heldModel();
    await using fleet = await startAgentFleet({ chatModel, environment: { ...environment, AGENT_CONCURRENCY_PER_USER: '3' } });
    const answered = askAll(fleet);
    const waiting = async () => (await pendingInvocations(fleet.ports.keyValue)).length;
    await expect.poll(waiting, patience).toBe(numbers.length - 3);
    await isAsked(chatModel, 3);
    const ask = (question: string) =>
      fleet.invoke({ question, user: 'u2', conversation_id: question }, { idempotencyKey: question });
    const cancelled = ask('question 98');
    await isAsked(chatModel, 4);
    const other = ask('question 99');
    await expect.poll(waiting, patience).toBe(numbers.length - 3 + 1);
    // Those of the first user have waited for longer, and may not have the place.
    await fleet.caller.call('agent', 'cancel', { id: 'question 98', user: 'u2' });
    await isAsked(chatModel, 5);
    expect(chatModel.asked.slice(3)).toEqual(['question 98', 'question 99']);
    chatModel.release();
    expect((await cancelled).at(-1)?.error?.type).toBe('cancelled');
    expect((await other).at(-1)?.answer).toBe('heard question 99');
    expect(answersOf(await answered)).toEqual(answers);
  });

  test('are shared by the agents of one bus: each takes some, none more than its places', async () => {
    const [first, second] = [heldModel(), heldModel()];
    await using fleet = await startAgentFleet({ chatModel: first, environment });
    await fleet.anotherAgent({ chatModel: second });
    const answered = askAll(fleet);
    await isAsked(first, places);
    await isAsked(second, places);
    first.release();
    second.release();
    expect(answersOf(await answered)).toEqual(answers);
    expect([first.most, second.most]).toEqual([places, places]);
    expect(new Set([...first.asked, ...second.asked]).size).toBe(numbers.length);
    expect(first.asked.length + second.asked.length).toBe(numbers.length);
  });

  test('are all answered when one of the agents dies', async () => {
    const clock = turnedClock();
    const [dying, other] = [heldModel(), heldModel()];
    await using fleet = await startAgentFleet({ chatModel: heldModel(), clock, environment });
    await fleet.agent[Symbol.asyncDispose]();
    const process = mortal(fleet.ports);
    await fleet.anotherAgent({ chatModel: dying, ports: process.ports });
    const answered = askAll(fleet);
    await isAsked(dying, places);
    await fleet.anotherAgent({ chatModel: other });
    await clock.advance(1_000);
    await isAsked(other, places);
    process.kill();
    other.release();
    // The leases of the dead one have to run out.
    await clock.advance(30_000);
    expect(answersOf(await answered)).toEqual(answers);
    expect(other.most).toBeLessThanOrEqual(places);
  });
});
