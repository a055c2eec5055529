import { defaultScope } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Conversations, startConversations } from '../../test/start-conversations.ts';

async function messageIds({ call }: Conversations, conversation_id: string): Promise<readonly string[]> {
  return (await call('history', { conversation_id })).messages.map(({ id }) => id);
}

async function startedBranch(conversations: Conversations, at: number): Promise<string> {
  const from_message_id = (await messageIds(conversations, 'c1'))[at - 1] ?? '';
  return (await conversations.call('branch', { conversation_id: 'c1', from_message_id })).conversation_id;
}

test('a branch has what came before its message; neither sees what is appended to the other', async () => {
  await using conversations = await startConversations();
  const { call, said, say } = conversations;
  await call('create', { conversation_id: 'c1', title: 'Refactor', tags: ['auth'] });
  for (const text of ['one', 'two', 'three']) await say('c1', text);
  const [, second = ''] = await messageIds(conversations, 'c1');
  const branched = await call('branch', { conversation_id: 'c1', from_message_id: second, title: 'Other way' });
  const branch = branched.conversation_id;
  expect(branched.conversation).toMatchObject({
    title: 'Other way',
    tags: ['auth'],
    message_count: 2,
    branched_at: second,
    version: 1,
  });

  expect(await say(branch, 'other three')).toMatchObject({ ordinal: 3 });
  await say('c1', 'four');
  expect(await said(branch)).toEqual(['one', 'two', 'other three']);
  expect(await said('c1')).toEqual(['one', 'two', 'three', 'four']);
  expect((await call('get', { conversation_id: 'c1' })).conversation).toMatchObject({ branches: [branch], branch_of: null });
  expect((await call('get', { conversation_id: branch })).conversation).toMatchObject({ branches: [], branch_of: 'c1' });
});

test('a branch takes the title that its conversation was given, and none of the words of a message: they go when it is erased', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  const titlesOf = async (conversation_id: string) => {
    for (const [role, content] of [
      ['user', 'Where is the harbour?'],
      ['assistant', 'In the north.'],
    ] as const)
      await call('append_message', { conversation_id, role, content });
    const [from_message_id = ''] = await messageIds(conversations, conversation_id);
    const { conversation } = await call('branch', { conversation_id, from_message_id });
    return [(await call('get', { conversation_id })).conversation?.title, conversation?.title];
  };
  await call('create', { conversation_id: 'c1', title: 'Refactor' });
  expect(await titlesOf('c1')).toEqual(['Refactor', 'Refactor']);
  await call('create', { conversation_id: 'c2' });
  const [own, branched] = await titlesOf('c2');
  expect(own).toContain('harbour');
  expect(branched).not.toContain('harbour');
});

test('a branch goes by the settings of its conversation', async () => {
  await using conversations = await startConversations();
  const settings = { embed_messages: false, max_context_messages: 2, enable_summarization: false, summarize_every: 3 };
  await conversations.call('create', { conversation_id: 'c1', ...settings });
  await conversations.say('c1', 'one');
  const [from_message_id = ''] = await messageIds(conversations, 'c1');
  const { conversation } = await conversations.call('branch', { conversation_id: 'c1', from_message_id });
  expect(conversation).toMatchObject(settings);
});

test('a search in a branch finds what it shows, the messages before it too', async () => {
  await using conversations = await startConversations();
  const { call, say } = conversations;
  for (const text of ['a red apple', 'a green apple', 'a blue apple']) await say('c1', text);
  const branch = await startedBranch(conversations, 2);
  await say(branch, 'a yellow apple');
  const found = async (conversation_id?: string) =>
    (await call('search', { query: 'apple', conversation_id: conversation_id ?? null })).messages
      .map(({ content }) => content)
      .sort();
  expect(await found(branch)).toEqual(['a green apple', 'a red apple', 'a yellow apple']);
  expect(await found('c1')).toEqual(['a blue apple', 'a green apple', 'a red apple']);
  expect(await found()).toHaveLength(4);
});

test('the end of a branch reports what was said in it alone', async () => {
  await using conversations = await startConversations();
  for (const text of ['one', 'two']) await conversations.say('c1', text);
  const branch = await startedBranch(conversations, 2);
  await conversations.say(branch, 'three');
  await conversations.call('end', { conversation_id: branch });
  await conversations.fleet.settled();
  const [ended] = conversations.events('conversation-ended');
  expect(ended?.data.conversation_ended).toMatchObject({ message_count: 3, told_messages: 2 });
});

test('a message that the conversation does not show is refused by its member', async () => {
  await using conversations = await startConversations();
  const { call, say } = conversations;
  await say('c1', 'one');
  const elsewhere = (await say('c2', 'two')).message_id;
  const message = `from_message_id: message ${elsewhere} is not in conversation c1`;
  const refused = call('branch', { conversation_id: 'c1', from_message_id: elsewhere });
  await expect(refused).rejects.toMatchObject({ type: 'not-found', message });
  await expect(call('branch', { conversation_id: 'nobody', from_message_id: elsewhere })).rejects.toMatchObject({
    message: 'Conversation nobody not found',
  });
});

test('what a branch shows stays when the conversation it left is deleted, and goes with the branch', async () => {
  await using conversations = await startConversations();
  const { call, fleet, said, say } = conversations;
  for (const text of ['one', 'two', 'three']) await say('c1', text);
  const branch = await startedBranch(conversations, 2);
  await say(branch, 'other three');
  await call('delete', { conversation_id: 'c1' });
  expect(await said(branch)).toEqual(['one', 'two', 'other three']);
  await expect(said('c1')).rejects.toMatchObject({ type: 'not-found' });
  expect((await call('search', { query: 'three' })).messages.map(({ content }) => content)).toEqual(['other three']);

  await say('c1', 'new');
  expect(await said('c1')).toEqual(['new']);
  await call('delete', { conversation_id: branch });
  await call('delete', { conversation_id: 'c1' });
  expect(await fleet.ports.graph.count(defaultScope, { kinds: ['Message'] })).toBe(0);
});
