import { scriptedChatModel } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import { frameTexts, startAgentFleet } from './agent-fleet.ts';

const invented = 'Final Answer: It rains.\n\n# Question\nAnd tomorrow?\n';
const markdown = 'Final Answer: # Weather\nIt rains.\n\n# Question\nOf when?';
const reasoning = '<think>\nIt may rain.';

test.each([
  ['a next turn is cut', true, [invented], 'It rains.'],
  ['a next turn is cut', false, [invented], 'It rains.'],
  ['headings of the answer stay', true, [markdown], '# Weather\nIt rains.\n\n# Question\nOf when?'],
  ['a reasoning that never ends is asked for its answer', true, [reasoning, 'Final Answer: It rains.'], 'It rains.'],
  ['a reasoning that never ends twice is all there is', true, [reasoning, reasoning], 'It may rain.'],
  ['a reasoning that never ends twice is all there is', false, [reasoning, reasoning], 'It may rain.'],
])('%s (streaming: %s): what is shown is what is stored', async (_, streaming, answers, answer) => {
  const chatModel = scriptedChatModel(answers);
  await using fleet = await startAgentFleet({ chatModel });
  const frames = await fleet.invoke({ question: 'How is the weather?', conversation_id: 'c1', streaming });
  expect(frameTexts(frames).at(-1)).toBe(`answer: ${answer}`);
  expect(frames.at(-1)?.answer).toBe(answer);
  expect(chatModel.requests).toHaveLength(answers.length);
  await fleet.settled();
  const { messages } = await fleet.caller.call('conversations', 'history', { conversation_id: 'c1' });
  expect(messages.map(({ content }) => content)).toEqual(['How is the weather?', answer]);
});
