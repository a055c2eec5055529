import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';

test('summaries come oldest first, the newest ones where a limit is given', async () => {
  await using conversations = await startConversations();
  await conversations.call('create', { conversation_id: 'c1', metadata: { a: 'b' } });
  for (const query of ['one', 'two', 'three']) {
    await conversations.call('update', { conversation_id: 'c1', invocation_summary: { query } });
  }
  const queries = async (limit?: number) =>
    (await conversations.call('get', { conversation_id: 'c1', limit })).conversation.invocations.map(({ query }) => query);
  expect(await queries()).toEqual(['one', 'two', 'three']);
  expect(await queries(2)).toEqual(['two', 'three']);
  const { conversation } = await conversations.call('get', { conversation_id: 'c1' });
  expect(conversation).toMatchObject({ conversation_id: 'c1', metadata: { a: 'b' } });
});

test('the newest that one message can carry are given', async () => {
  await using conversations = await startConversations();
  for (let index = 0; index < 12; index += 1) {
    const invocation_summary = { query: `${index}`, result: 'x'.repeat(65_536) };
    await conversations.call('update', { conversation_id: 'c1', invocation_summary });
  }
  const { conversation } = await conversations.call('get', { conversation_id: 'c1' });
  expect(conversation.invocations.map(({ query }) => query)).toEqual(['5', '6', '7', '8', '9', '10', '11']);
});

test('an unknown conversation and that of another user are not found', async () => {
  await using conversations = await startConversations();
  await conversations.say('c1', 'mine');
  for (const request of [{ conversation_id: 'c2' }, { conversation_id: 'c1', user: 'other' }]) {
    await expect(conversations.call('get', request)).rejects.toMatchObject({
      type: 'not-found',
      message: `Conversation ${request.conversation_id} not found`,
    });
  }
});
