import { type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { describe, expect, test } from 'vitest';
import type { Tool } from '../src/index.ts';
import { frameTexts, startAgentFleet } from './agent-fleet.ts';

const final = 'Thought: enough\nFinal Answer: It rains';
const inText = (args: object): ScriptedAnswer => `Thought: look\nAction: Weather\nArgs: ${JSON.stringify(args)}`;
const asCall = (args: object): ScriptedAnswer => ({
  text: 'look',
  calls: [{ name: 'Weather', arguments: JSON.stringify(args) }],
});
const look = inText({ city: 'Bergen' });
const hasTools = (variables: unknown) => (variables as { readonly tools: readonly unknown[] }).tools.length > 0;
const waysToCall = [
  ['text', false, inText],
  ['text', true, inText],
  ['calls', false, asCall],
  ['calls', true, asCall],
] as const;

const weather: Tool = {
  name: 'Weather',
  description: 'Tells the weather',
  arguments: [{ name: 'city', type: 'string', description: 'Where' }],
  run: async () => 'Rain',
};

describe('at the limit of iterations', () => {
  test.each(waysToCall)(
    'the model is asked once for its answer, without tools (%s, streaming: %s)',
    async (_, streaming, call) => {
      const chatModel = scriptedChatModel([call({ city: 'Bergen' }), call({ city: 'Oslo' }), final]);
      const environment = { MAX_ITERATIONS: '2', ADDITIONAL_CONTEXT: 'You are a sailor.' };
      await using fleet = await startAgentFleet({ chatModel, tools: [weather], environment });
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
    await using fleet = await startAgentFleet({ chatModel, tools: [weather], environment: { MAX_ITERATIONS: '1' } });
    await fleet.invoke({ question: 'q' });
    await fleet.settled();
    const event = fleet.events.find(({ type }) => type === 'invocation-completed');
    const expected = { success: false, error: 'Too many agent iterations', answer: 'It rains' };
    expect(event?.data.invocation_completed).toMatchObject(expected);
  });

  test('the next question is shown what was asked, how far it came and that it was not finished, and not the error', async () => {
    const chatModel = scriptedChatModel([look, final, 'Final Answer: ok']);
    await using fleet = await startAgentFleet({ chatModel, tools: [weather], environment: { MAX_ITERATIONS: '1' } });
    await fleet.invoke({ question: 'How is Bergen?', conversation_id: 'c1' });
    await fleet.settled();
    await fleet.invoke({ question: 'And now?', conversation_id: 'c1' });
    const shown = JSON.stringify(chatModel.requests.at(-1)?.messages);
    expect(shown).toContain('user: How is Bergen?');
    expect(shown).toContain('assistant: It rains (tools used: Weather; not finished)');
    expect(shown).not.toContain('Too many');
    const { conversation } = await fleet.caller.call('conversations', 'get', { conversation_id: 'c1' });
    expect(conversation.invocations[0]).toMatchObject({
      query: 'How is Bergen?',
      summary: 'Called Weather, then did not finish.',
      result: 'Not finished.\nWeather {"city":"Bergen"}: Rain',
    });
  });

  test.each([false, true])(
    'an answer that the server cuts off is marked, and nothing is learned of it (streaming: %s)',
    async (streaming) => {
      const chatModel = scriptedChatModel([{ cutOff: 'Thought: I know\nFinal Answer: My wife is An' }]);
      await using fleet = await startAgentFleet({ chatModel });
      const frames = await fleet.invoke({ question: 'q', streaming });
      await fleet.settled();
      expect(frames.at(-1)).toMatchObject({ type: 'answer', answer: 'My wife is An', cut_short: true });
      const event = fleet.events.find(({ type }) => type === 'invocation-completed');
      const error = "The model's server cut the answer off, at its limit of tokens or by a filter";
      expect(event?.data.invocation_completed).toMatchObject({ success: false, error, answer: 'My wife is An' });
    },
  );

  test.each([false, true])('an answer that is longer than what is read is marked too (streaming: %s)', async (streaming) => {
    const lines = 'It rains. '.repeat(6_400);
    const chatModel = scriptedChatModel([`Final Answer: ${lines}`, `Final Answer: ${lines.slice('Final Answer: '.length)}`]);
    await using fleet = await startAgentFleet({ chatModel });
    const long = await fleet.invoke({ question: 'q', streaming });
    const whole = await fleet.invoke({ question: 'q', streaming });
    await fleet.settled();
    expect(long.at(-1)).toMatchObject({ type: 'answer', cut_short: true });
    expect(whole.at(-1)?.cut_short ?? false).toBe(false);
    const ended = fleet.events.flatMap(({ data }) => (data.invocation_completed ? [data.invocation_completed.error] : []));
    expect(ended).toEqual(["Only the first 64000 characters of the model's text were read", null]);
  });

  test('a text without form is the answer; nothing at all, or one more call, is the error', async () => {
    const ended = async (last: ScriptedAnswer) => {
      const chatModel = scriptedChatModel([look, last]);
      await using fleet = await startAgentFleet({ chatModel, tools: [weather], environment: { MAX_ITERATIONS: '1' } });
      return frameTexts(await fleet.invoke({ question: 'q' })).at(-1);
    };
    expect(await ended('It rains.')).toBe('answer: It rains.');
    expect(await ended('Thought: It rains.')).toBe('answer: It rains.');
    expect(await ended('')).toBe('error: Too many agent iterations');
    expect(await ended(look)).toBe('error: Too many agent iterations');
  });
});
