import { scriptedChatModel } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import type { Tool } from '../src/index.ts';
import { startAgentFleet } from './agent-fleet.ts';

const final = 'Thought: done\nFinal Answer: done';
const act = (action: string, args: object) => `Thought: look\nAction: ${action}\nArgs: ${JSON.stringify(args)}`;

const plain = (name: string, description: string): Tool => ({
  name,
  description,
  arguments: [{ name: 'of', type: 'string', description: 'Of what' }],
  source: 'town',
  run: async ({ of }) => `${name} of ${of}`,
});

/** Far more tools than a prompt shows; two of them are of what the tests ask. */
const tools: readonly Tool[] = [
  ...Array.from({ length: 40 }, (_, index) => plain(`file_form_${index}`, `Files the form number ${index} with the town clerk`)),
  plain('read_tide_table', 'Tells high and low water at the harbour'),
  plain('translateText', 'Translates a sentence into another language'),
];

/** The names of the tools that each prompt offers as functions. */
async function shownTools(answers: readonly string[], question: string, environment: Readonly<Record<string, string>> = {}) {
  const chatModel = scriptedChatModel(answers);
  await using fleet = await startAgentFleet({ chatModel, tools, environment });
  const frames = await fleet.invoke({ question, may_wait: true });
  const shown = chatModel.requests.map(({ tools: given = [] }) => given.map(({ name }) => name));
  return { shown, frames, prompts: chatModel.requests.map(({ messages }) => JSON.stringify(messages)) };
}

test('of many tools a prompt shows the closest to the question, those of memory, and one that finds the others', async () => {
  const { shown, prompts } = await shownTools([final], 'When is high water in the harbour?');
  const [first = []] = shown;
  expect(first).toHaveLength(20);
  expect(first).toEqual(expect.arrayContaining(['read_tide_table', 'RetrieveFacts', 'StoreFact', 'ask_user', 'find_tools']));
  expect(first).not.toContain('translateText');
  // The text of the prompt describes the same ones.
  expect(prompts[0]).toContain('read_tide_table: Tells high and low water');
  expect(prompts[0]).not.toContain('translateText');
});

test('what a search finds can be called, and stands in every prompt from then on', async () => {
  const answers = [act('find_tools', { query: 'translate a sentence' }), act('translateText', { of: 'Boot' }), final];
  const { shown, frames } = await shownTools(answers, 'When is high water in the harbour?');
  const observations = frames.filter(({ type }) => type === 'observation').map(({ content }) => content);
  expect(observations[0]?.split('\n')[0]).toBe(
    'translateText: Translates a sentence into another language Arguments: of (string): Of what',
  );
  expect(observations[1]).toBe('translateText of Boot');
  expect(shown.map((names) => names.includes('translateText'))).toEqual([false, true, true]);
  expect(shown.every((names) => names.length === 20)).toBe(true);
});

test('TOOLS_IN_PROMPT says how many; where all fit there is nothing to find', async () => {
  const { shown } = await shownTools([final], 'q', { TOOLS_IN_PROMPT: '12' });
  expect(shown[0]).toHaveLength(12);
  const all = await shownTools([final], 'q', { TOOLS_IN_PROMPT: '100' });
  expect(all.shown[0]).not.toContain('find_tools');
  expect(all.shown[0]).toEqual(expect.arrayContaining(tools.map(({ name }) => name)));
});
