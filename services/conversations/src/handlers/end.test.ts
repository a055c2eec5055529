import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';

test('an end is told once, however often it is asked for', async () => {
  await using conversations = await startConversations({ clock: turnedClock() });
  await conversations.say('c1', 'hello');
  await conversations.call('update', { conversation_id: 'c1', invocation_summary: { query: 'q' } });
  for (let again = 0; again < 3; again += 1) {
    expect(await conversations.call('end', { conversation_id: 'c1' })).toEqual({ success: true });
  }
  await conversations.fleet.settled();
  expect(conversations.events('conversation-ended')).toMatchObject([
    { conversation_id: 'c1', data: { conversation_ended: { reason: 'signal', message_count: 1, invocation_count: 1 } } },
  ]);
  const { conversations: listed } = await conversations.call('list', {});
  expect(listed).toMatchObject([{ status: 'ended', ended_at: '2026-01-01T12:00:00.000Z' }]);
});

test('a later message opens it again, and it can end again', async () => {
  await using conversations = await startConversations();
  await conversations.say('c1', 'hello');
  await conversations.call('end', { conversation_id: 'c1' });
  await conversations.say('c1', 'one more thing');
  expect((await conversations.call('list', {})).conversations).toMatchObject([{ status: 'active', ended_at: null }]);
  await conversations.call('end', { conversation_id: 'c1' });
  await conversations.fleet.settled();
  expect(conversations.events('conversation-ended').map(({ data }) => data.conversation_ended)).toMatchObject([
    { message_count: 1, told_messages: 0 },
    { message_count: 2, told_messages: 1 },
  ]);
});

test('one that starts again after its deletion is told of from its beginning', async () => {
  await using conversations = await startConversations();
  await conversations.say('c1', 'hello');
  await conversations.call('end', { conversation_id: 'c1' });
  await conversations.call('delete', { conversation_id: 'c1' });
  await conversations.fleet.settled();
  await conversations.say('c1', 'hello again');
  await conversations.call('end', { conversation_id: 'c1' });
  await conversations.fleet.settled();
  expect(conversations.events('conversation-ended').at(-1)?.data.conversation_ended).toMatchObject({
    message_count: 1,
    told_messages: 0,
  });
});

test('an unknown conversation is not found', async () => {
  await using conversations = await startConversations();
  await expect(conversations.call('end', { conversation_id: 'c1' })).rejects.toMatchObject({
    type: 'not-found',
    message: 'Conversation c1 not found',
  });
});

test('one that is archived stays archived, and no event reports an end', async () => {
  await using conversations = await startConversations();
  const { call, say, fleet, events } = conversations;
  await say('c1', 'hello');
  await call('archive', { conversation_id: 'c1' });
  expect(await call('end', { conversation_id: 'c1' })).toEqual({ success: true });
  await fleet.settled();
  expect((await call('list', { status: 'archived' })).conversations).toMatchObject([{ id: 'c1' }]);
  expect(events('conversation-ended')).toEqual([]);
});
