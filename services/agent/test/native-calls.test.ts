import { scriptedChatModel } from '@agent-mem/llm';
import { expect, test, vi } from 'vitest';
import type { Tool } from '../src/index.ts';
import { frameTexts, startAgentFleet } from './agent-fleet.ts';

const final = 'Thought: done\nFinal Answer: both';

/** Two tools, each of which answers when the other was called too. */
function meetingTools(): readonly Tool[] {
  const called = new Map(['Left', 'Right'].map((name) => [name, Promise.withResolvers<string>()]));
  return [...called].map(([name, own]) => ({
    name,
    description: 'Meets the other',
    arguments: [{ name: 'word', type: 'string', description: 'What to say' }],
    async run({ word }) {
      own.resolve(String(word));
      const said = await Promise.all([...called.values()].map(({ promise }) => promise));
      return `${name} heard ${said.join(' and ')}`;
    },
  }));
}

test.each([false, true])(
  'several calls of one turn run side by side; frames and steps are in their order (streaming: %s)',
  async (streaming) => {
    const calls = ['Left', 'Right'].map((name) => ({ name, arguments: JSON.stringify({ word: name.toLowerCase() }) }));
    const chatModel = scriptedChatModel([{ text: 'I ask both', calls }, final]);
    await using fleet = await startAgentFleet({ chatModel, tools: meetingTools() });
    const frames = await fleet.invoke({ question: 'q', streaming });
    expect(frameTexts(frames).slice(0, 5)).toEqual([
      'thought: I ask both',
      'action: Left {"word":"left"}',
      'action: Right {"word":"right"}',
      'observation: Left heard left and right',
      'observation: Right heard left and right',
    ]);
    expect(frames.at(-1)).toMatchObject({ answer: 'both' });
    await fleet.settled();
    const steps = fleet.events.find(({ type }) => type === 'invocation-completed')?.data.invocation_completed?.steps;
    expect(steps?.map(({ thought, action, success }) => [thought, action, success])).toEqual([
      ['I ask both', 'Left', true],
      ['', 'Right', true],
      ['done', '', true],
    ]);
    const shown = chatModel.requests[1]?.messages.map(({ content }) => content).join('\n');
    expect(shown).toContain('Right heard left and right');
  },
);

test('calls and text give the same frames and the same steps', async () => {
  const tool: Tool = {
    name: 'Weather',
    description: 'Tells the weather',
    arguments: [{ name: 'city', type: 'string', description: 'Where' }],
    run: async ({ city }) => `Rain in ${city}`,
  };
  const told = [];
  for (const first of [
    { text: 'look', calls: [{ name: 'Weather', arguments: '{"city":"Bergen"}' }] },
    'Thought: look\nAction: Weather\nArgs: {"city":"Bergen"}',
  ]) {
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([first, final]), tools: [tool] });
    const frames = await fleet.invoke({ question: 'q' });
    await fleet.settled();
    const [event] = fleet.events;
    const steps = event?.data.invocation_completed?.steps.map((step) => ({ ...step, timestamp: '', duration_ms: 0 }));
    told.push({ frames: frameTexts(frames), steps, tiers: Object.keys(frames.at(-1)?.receipt?.tiers ?? {}) });
  }
  expect(told[0]).toEqual(told[1]);
});

test.each([
  ['{"city":', 'Args must be a JSON object'],
  ['[1]', 'got a list'],
])('arguments that cannot be read (%s) are said to the model, which may correct itself', async (broken, said) => {
  const call = (text: string) => ({ calls: [{ name: 'Left', arguments: text }] });
  const [left] = meetingTools();
  const tool: Tool = { name: 'Left', description: '', arguments: left?.arguments ?? [], run: async ({ word }) => `said ${word}` };
  const chatModel = scriptedChatModel([call(broken), call('{"word":"hi"}'), final]);
  await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
  const texts = frameTexts(await fleet.invoke({ question: 'q' }));
  expect(texts[1]).toContain(said);
  expect(texts[3]).toBe('observation: said hi');
});

test('calls beside an answer that has gone out already are not made', async () => {
  const [left] = meetingTools();
  const run = vi.fn(async () => 'said');
  const tool: Tool = { name: 'Left', description: '', arguments: left?.arguments ?? [], run };
  const chatModel = scriptedChatModel([{ text: final, calls: [{ name: 'Left', arguments: '{"word":"hi"}' }] }]);
  await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
  const frames = await fleet.invoke({ question: 'q', streaming: true });
  expect(frameTexts(frames)).toEqual(['thought: done', 'answer: both']);
  expect(run).not.toHaveBeenCalled();
});

test('a tool is offered with the schema of its arguments', async () => {
  const chatModel = scriptedChatModel([final]);
  await using fleet = await startAgentFleet({ chatModel, tools: meetingTools() });
  await fleet.invoke({ question: 'q' });
  expect(chatModel.requests[0]?.tools?.find(({ name }) => name === 'Left')).toEqual({
    name: 'Left',
    description: 'Meets the other',
    parameters: { type: 'object', properties: { word: { type: 'string', description: 'What to say' } }, required: ['word'] },
  });
});

test('a state to which one of several calls leads is that of the next turn', async () => {
  const tool = (name: string, rest: Partial<Tool> = {}): Tool => ({
    name,
    description: name,
    arguments: [],
    run: async () => `${name} done`,
    ...rest,
  });
  const tools = [tool('Open', { nextState: 'open' }), tool('Wait'), tool('Enter', { states: ['open'] })];
  const calls = ['Open', 'Wait'].map((name) => ({ name, arguments: '{}' }));
  const chatModel = scriptedChatModel([{ calls }, 'Thought: in\nAction: Enter', final]);
  await using fleet = await startAgentFleet({ chatModel, tools });
  expect(frameTexts(await fleet.invoke({ question: 'q' }))).toContain('observation: Enter done');
});
