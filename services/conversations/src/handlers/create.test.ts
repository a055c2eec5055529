import { newId } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { completed, publish, startConversations } from '../../test/start-conversations.ts';

test('a conversation is started with what was said of it, under an id of ours or the caller’s', async () => {
  await using conversations = await startConversations({ clock: turnedClock() });
  const made = await conversations.call('create', { title: 'Plans', tags: ['work'], metadata: { a: 'b' } });
  expect(made.conversation_id).toMatch(/^conv_[0-9a-f-]{36}$/);
  expect(made.conversation).toMatchObject({
    id: made.conversation_id,
    title: 'Plans',
    tags: ['work'],
    metadata: { a: 'b' },
    status: 'active',
    message_count: 0,
    version: 1,
    created_at: '2026-01-01T12:00:00.000Z',
  });
  expect((await conversations.call('create', { conversation_id: 'mine' })).conversation_id).toBe('mine');
});

test('metadata of any values is answered as texts and as JSON, of a conversation and of its messages', async () => {
  await using conversations = await startConversations();
  const metadata_json = '{"n":5,"list":["a"]}';
  const { conversation, conversation_id } = await conversations.call('create', { metadata_json });
  expect(conversation).toMatchObject({ metadata: { n: '5', list: '["a"]' }, metadata_json });
  await conversations.call('append_message', { conversation_id, role: 'user', content: 'Hello', metadata_json });
  const { messages } = await conversations.call('history', { conversation_id });
  expect(messages).toMatchObject([{ metadata: { n: '5', list: '["a"]' }, metadata_json }]);
  const listed = await conversations.call('list', {});
  expect(listed.conversations).toMatchObject([{ metadata_json }]);
});

test('an id that is taken is refused, and a repeat under one key is answered alike', async () => {
  await using conversations = await startConversations();
  const options = { idempotencyKey: 'k1' };
  const first = await conversations.call('create', { conversation_id: 'c1', title: 'one' }, options);
  expect(await conversations.call('create', { conversation_id: 'c1', title: 'one' }, options)).toEqual(first);
  await expect(conversations.call('create', { conversation_id: 'c1' })).rejects.toMatchObject({
    type: 'already-exists',
    message: 'Conversation c1 already exists',
  });
});

test('a bare UUID names the conversation whose id we made of it', async () => {
  await using conversations = await startConversations();
  const { conversation_id: id } = await conversations.call('create', {});
  const bare = id.slice('conv_'.length);
  await conversations.say(bare, 'by the bare one');
  await conversations.say(id, 'by the whole one');
  expect(await conversations.said(bare)).toEqual(['by the bare one', 'by the whole one']);
  await conversations.fleet.settled();
  expect(conversations.events('message-appended').map((event) => event.conversation_id)).toEqual([id, id]);
});

test('a conversation without a title is New Conversation until its first question is answered; a given title stays', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  const titleOf = async (id: string) => (await call('list', {})).conversations.find((each) => each.id === id)?.title;
  const answer = (conversation_id: string, content: string) =>
    call('append_message', { conversation_id, role: 'assistant', content });
  expect((await call('create', { conversation_id: 'c1' })).conversation?.title).toBe('New Conversation');
  await answer('c1', 'Welcome!');
  await conversations.say('c1', 'Hello');
  await answer('c1', 'Hello, what can I do?');
  await conversations.say('c1', 'Can you find the login bug?');
  expect(await titleOf('c1')).toBe('New Conversation');
  await answer('c1', 'It is in auth.ts.');
  expect(await titleOf('c1')).toBe('Find the login bug');
  await conversations.say('c1', 'And the other one?');
  await answer('c1', 'In user.ts.');
  expect(await titleOf('c1')).toBe('Find the login bug');

  for (const title of ['Mine', 'New Conversation']) {
    await call('create', { conversation_id: title, title });
    await conversations.say(title, 'Can you find the login bug?');
    await answer(title, 'Yes.');
    expect(await titleOf(title)).toBe(title);
  }
});

test('a title goes with the message whose words it has', async () => {
  await using conversations = await startConversations({ services: ['conversations', 'graph'] });
  const { call } = conversations;
  const { message_id } = await conversations.say('c1', 'Where is the treasure?');
  await call('append_message', { conversation_id: 'c1', role: 'assistant', content: 'On the island.' });
  const branch = (await call('branch', { conversation_id: 'c1', from_message_id: message_id })).conversation_id;
  const titles = async () => new Map((await call('list', {})).conversations.map(({ id, title }) => [id, title]));
  expect(await titles()).toEqual(
    new Map([
      ['c1', 'Where is the treasure'],
      [branch, 'New Conversation'],
    ]),
  );
  await conversations.fleet.caller.call('graph', 'purge', { id: message_id });
  expect((await titles()).get('c1')).toBeNull();
});

test('a conversation that begins with its first message, or with an invocation, gets its title alike; a branch of one without a title, its own', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  const exchange = (question: string) =>
    [
      { role: 'user', content: question },
      { role: 'assistant', content: 'Yes.' },
    ] as const;
  const titles = async () => new Map((await call('list', {})).conversations.map(({ id, title }) => [id, title]));
  await call('append_messages', { conversation_id: 'c1', messages: exchange('Does the ferry leave at nine?') });
  await publish(conversations, completed({ invocation_id: newId('inv') }, { conversation_id: 'c2' }));
  expect([...(await titles())].sort()).toEqual([
    ['c1', 'Does the ferry leave at nine'],
    ['c2', 'Who is Anne'],
  ]);
  await call('create', { conversation_id: 'c3' });
  const { message_id } = await conversations.say('c3', 'Hello');
  const branch = (await call('branch', { conversation_id: 'c3', from_message_id: message_id })).conversation_id;
  await call('append_messages', { conversation_id: branch, messages: exchange('What is on the branch?') });
  expect([(await titles()).get('c3'), (await titles()).get(branch)]).toEqual(['New Conversation', 'What is on the branch']);
});
