import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';

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
