import { type ConversationHistoryResponse, messageIdsOf, newId } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Conversations, startConversations } from '../../test/start-conversations.ts';

async function pages(conversations: Conversations, request: object): Promise<number[][]> {
  const seen: number[][] = [];
  let cursor: string | null = null;
  do {
    const page: ConversationHistoryResponse = await conversations.call('history', { conversation_id: 'c1', ...request, cursor });
    seen.push(page.messages.map(({ ordinal }) => ordinal));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return seen;
}

test('messages come in order, either way, page by page', async () => {
  await using conversations = await startConversations();
  for (let index = 1; index <= 5; index += 1) await conversations.say('c1', `m${index}`);
  await conversations.say('c2', 'elsewhere');
  expect(await pages(conversations, {})).toEqual([[1, 2, 3, 4, 5]]);
  expect(await pages(conversations, { limit: 2 })).toEqual([[1, 2], [3, 4], [5]]);
  expect(await pages(conversations, { limit: 2, newest_first: true })).toEqual([[5, 4], [3, 2], [1]]);
  expect(await pages(conversations, { limit: 5 })).toEqual([[1, 2, 3, 4, 5]]);
});

test('messages of one millisecond come in the order in which they were appended, whatever their ids', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const { call, say, said } = conversations;
  await say('c1', 'Where are the tea leaves?');
  // The agent gives them ids with the time at which the question came, by its own clock: here one that is ahead.
  const { question, answer } = messageIdsOf('inv_ffffffff-ffff-7fff-bfff-ffffffffffff');
  const ids = { question_message_id: question, answer_message_id: answer };
  const invocation = { invocation_id: newId('inv'), question: 'Which tea?', answer: 'Green tea.', ...ids };
  const timestamp = new Date(clock.now()).toISOString();
  await call('append_invocation', { conversation_id: 'c1', timestamp, invocation });
  await say('c1', 'Then green tea it is.');
  const texts = ['Where are the tea leaves?', 'Which tea?', 'Green tea.', 'Then green tea it is.'];
  expect(await said('c1')).toEqual(texts);
  expect((await pages(conversations, { limit: 1 })).flat()).toEqual([1, 2, 3, 4]);
  expect((await pages(conversations, { limit: 1, newest_first: true })).flat()).toEqual([4, 3, 2, 1]);
  const found = (await call('build_context', { conversation_id: 'c1', query: 'tea', strategy: 'relevant' })).relevant_messages;
  const ordinals = found.map(({ ordinal }) => ordinal);
  expect(ordinals).toEqual(expect.arrayContaining([2, 4]));
  expect(ordinals).toEqual(ordinals.toSorted());
});

test('more messages than one look into the store gives', async () => {
  await using conversations = await startConversations();
  for (let index = 1; index <= 120; index += 1) await conversations.say('c1', `m${index}`);
  expect((await pages(conversations, { limit: 110 })).map((page) => page.length)).toEqual([110, 10]);
});

test('a page ends early where more would not fit into one message', async () => {
  await using conversations = await startConversations();
  for (let index = 1; index <= 12; index += 1) await conversations.say('c1', `${index} ${'x '.repeat(32_000)}`);
  expect(await pages(conversations, {})).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12],
  ]);
});

test('tool calls and reasoning can be left out', async () => {
  await using conversations = await startConversations();
  await conversations.call('append_message', {
    conversation_id: 'c1',
    role: 'assistant',
    content: 'done',
    reasoning: 'because',
    tool_calls: [{ tool_name: 'look' }],
  });
  const request = { conversation_id: 'c1', include_tool_calls: false, include_reasoning: false };
  expect((await conversations.call('history', request)).messages).toMatchObject([{ reasoning: null, tool_calls: [] }]);
});

test('an unknown conversation and what is no cursor are refused by name', async () => {
  await using conversations = await startConversations();
  await expect(conversations.said('c1')).rejects.toMatchObject({ type: 'not-found', message: 'Conversation c1 not found' });
  await conversations.say('c1', 'x');
  await expect(conversations.call('history', { conversation_id: 'c1', cursor: 'three' })).rejects.toMatchObject({
    type: 'invalid-argument',
    message: 'cursor: must be next_cursor of the page before, got "three"',
  });
});
