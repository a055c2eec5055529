import { type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import type { AnyService } from '@agent-mem/service-kit';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import type { Tool } from '../src/index.ts';
import { frameTexts, startAgentFleet } from './agent-fleet.ts';
import { mortal } from './mortal.ts';

const hang = { hang: true } as const;
const final = 'Thought: enough\nFinal Answer: It rains';
const inText = (args: object): ScriptedAnswer => `Thought: look\nAction: Weather\nArgs: ${JSON.stringify(args)}`;
const asCall = (args: object): ScriptedAnswer => ({
  text: 'look',
  calls: [{ name: 'Weather', arguments: JSON.stringify(args) }],
});
const look = inText({ city: 'Bergen' });
const notMade = expect.stringMatching(/^observation: Error: this call was not made: .* Give the final answer /);
const hasTools = (variables: unknown) => (variables as { readonly tools: readonly unknown[] }).tools.length > 0;
const waysToCall = [
  ['text', false, inText],
  ['text', true, inText],
  ['calls', false, asCall],
  ['calls', true, asCall],
] as const;

/** Tells the weather, by default the same each time, and counts how often it was asked. */
function weatherTool(say: (count: number) => string = () => 'Rain'): Tool & { count(): number } {
  let count = 0;
  return {
    name: 'Weather',
    description: 'Tells the weather',
    arguments: [{ name: 'city', type: 'string', description: 'Where' }],
    run: async () => say(++count),
    count: () => count,
  };
}

describe('at the limit of iterations', () => {
  test.each(waysToCall)(
    'the model is asked once for its answer, without tools (%s, streaming: %s)',
    async (_, streaming, call) => {
      const chatModel = scriptedChatModel([call({ city: 'Bergen' }), call({ city: 'Oslo' }), final]);
      const environment = { MAX_ITERATIONS: '2', ADDITIONAL_CONTEXT: 'You are a sailor.' };
      await using fleet = await startAgentFleet({ chatModel, tools: [weatherTool()], environment });
      const frames = await fleet.invoke({ question: 'q', streaming });
      expect(frameTexts(frames).at(-1)).toBe('answer: It rains');
      expect(frames.at(-1)).toMatchObject({ type: 'answer', answer: 'It rains', cut_short: true, end_of_dialog: true });
      const asked = chatModel.requests.map(({ variables, tools }) => {
        const { additional_context } = variables as Record<string, unknown>;
        return [hasTools(variables), (tools ?? []).length > 0, additional_context];
      });
      const before = [true, true, 'You are a sailor.'];
      expect(asked).toEqual([
        before,
        before,
        [false, false, expect.stringMatching(/^You are a sailor\.\n\nThis is the last turn/)],
      ]);
    },
  );

  test('nothing is learned of its answer as of one that the model was done with', async () => {
    const chatModel = scriptedChatModel([look, final]);
    await using fleet = await startAgentFleet({ chatModel, tools: [weatherTool()], environment: { MAX_ITERATIONS: '1' } });
    await fleet.invoke({ question: 'q' });
    await fleet.settled();
    const event = fleet.events.find(({ type }) => type === 'invocation-completed');
    const expected = { success: false, error: 'Too many agent iterations', answer: 'It rains' };
    expect(event?.data.invocation_completed).toMatchObject(expected);
  });

  test('a text without form is the answer; nothing at all, or one more call, is the error', async () => {
    const ended = async (last: ScriptedAnswer) => {
      const chatModel = scriptedChatModel([look, last]);
      await using fleet = await startAgentFleet({ chatModel, tools: [weatherTool()], environment: { MAX_ITERATIONS: '1' } });
      return frameTexts(await fleet.invoke({ question: 'q' })).at(-1);
    };
    expect(await ended('It rains.')).toBe('answer: It rains.');
    expect(await ended('Thought: It rains.')).toBe('answer: It rains.');
    expect(await ended('')).toBe('error: Too many agent iterations');
    expect(await ended(look)).toBe('error: Too many agent iterations');
  });
});

describe('a call that gives the same again and again', () => {
  test.each(waysToCall)(
    'is made twice; then the model learns that it has the result, and is asked for its answer (%s, streaming: %s)',
    async (_, streaming, call) => {
      const chatModel = scriptedChatModel([...Array(4).fill(call({ city: 'Bergen' })), final]);
      const tool = weatherTool();
      await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
      const frames = await fleet.invoke({ question: 'q', streaming });
      expect(frameTexts(frames).filter((text) => text.startsWith('observation'))).toEqual([
        'observation: Rain',
        'observation: Rain',
        notMade,
        notMade,
      ]);
      expect(frames.at(-1)).toMatchObject({ type: 'answer', answer: 'It rains', cut_short: true });
      expect(tool.count()).toBe(2);
      expect(chatModel.requests.map(({ variables }) => hasTools(variables))).toEqual([true, true, true, true, false]);
      await fleet.settled();
      const { steps = [] } = fleet.events[0]?.data.invocation_completed ?? {};
      expect(steps.map(({ action }) => action)).toEqual(['Weather', 'Weather', '', '', '']);
    },
  );

  test('is no error that memory is asked to solve', async () => {
    const errors: string[] = [];
    const retrieve = async (request: object) => {
      const { error } = request as { readonly error?: string | null };
      if (error) errors.push(error);
      return {};
    };
    const episodes: AnyService = { name: 'episodes', owns: [], variables: {}, handlers: { retrieve } };
    const tool = weatherTool(() => {
      throw new Error('no wind');
    });
    const chatModel = scriptedChatModel([look, look, look, final]);
    await using fleet = await startAgentFleet({ chatModel, tools: [tool], standIns: [episodes] });
    await fleet.invoke({ question: 'q' });
    expect(errors).toEqual(['Error: no wind', 'Error: no wind']);
  });

  test('the model may answer, or do something else, when it learns that', async () => {
    const other = inText({ city: 'Oslo' });
    const chatModel = scriptedChatModel([look, look, look, other, look, look, final]);
    const tool = weatherTool((count) => (count === 3 ? 'Sun' : 'Rain'));
    await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
    const frames = await fleet.invoke({ question: 'q' });
    const seen = frameTexts(frames).filter((text) => text.startsWith('observation'));
    expect(seen.slice(0, 5)).toEqual([
      'observation: Rain',
      'observation: Rain',
      notMade,
      'observation: Sun',
      'observation: Rain',
    ]);
    await fleet.settled();
    expect(fleet.events[0]?.data.invocation_completed).toMatchObject({ success: true, error: null });
  });

  test('is made each time while its results differ', async () => {
    const tool = weatherTool((count) => `Rain for ${count} hours`);
    const chatModel = scriptedChatModel([...Array(6).fill(look), final]);
    await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
    expect((await fleet.invoke({ question: 'q' })).at(-1)).toMatchObject({ answer: 'It rains', cut_short: null });
    expect(tool.count()).toBe(6);
  });

  test('is known by a long result too, which is stored aside each time', async () => {
    const tool = weatherTool(() => `Rain ${'and wind '.repeat(5_000)}`);
    const chatModel = scriptedChatModel([...Array(4).fill(look), final]);
    await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
    const seen = frameTexts(await fleet.invoke({ question: 'q' })).filter((text) => text.startsWith('observation'));
    expect(seen).toEqual([expect.stringContaining('[MemoryRef: '), expect.stringContaining('[MemoryRef: '), notMade, notMade]);
    expect(tool.count()).toBe(2);
  });

  test('is known by another instance, which takes the run up', async () => {
    const clock = turnedClock();
    const tool = weatherTool();
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]), clock });
    await fleet.agent[Symbol.asyncDispose]();
    const first = mortal(fleet.ports);
    const dyingModel = scriptedChatModel([look, look, look, hang]);
    await fleet.anotherAgent({ chatModel: dyingModel, tools: [tool], ports: first.ports });
    const lost = fleet.invoke({ question: 'q' }, { idempotencyKey: 'k', timeoutMs: 1_000 });
    lost.catch(() => undefined);
    await vi.waitFor(() => expect(dyingModel.requests).toHaveLength(4));
    first.kill();
    await clock.advance(1_000);
    await expect(lost).rejects.toMatchObject({ type: 'deadline-exceeded' });

    const chatModel = scriptedChatModel([look, final]);
    await fleet.anotherAgent({ chatModel, tools: [tool] });
    // The lease of the dead one has to run out.
    await clock.advance(30_000);
    await vi.waitFor(() => expect(fleet.events.map(({ type }) => type)).toContain('invocation-completed'));
    expect([tool.count(), chatModel.requests.length]).toEqual([2, 2]);
    expect(fleet.events[0]?.data.invocation_completed).toMatchObject({ answer: 'It rains', success: false });
  });
});
