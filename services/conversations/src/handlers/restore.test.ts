import { dayMs } from '@agent-mem/contract';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';

test('an archived conversation is in no list and no search of the scope, and is read by its id', async () => {
  await using conversations = await startConversations();
  const { call, said, say } = conversations;
  await say('c1', 'hello world');
  const archived = async () => (await call('list', { status: 'archived' })).conversations;
  expect(await call('archive', { conversation_id: 'c1' })).toEqual({ success: true });
  const first = await archived();
  expect(await call('archive', { conversation_id: 'c1' })).toEqual({ success: true });
  expect(await archived()).toEqual(first);
  expect((await call('list', {})).conversations).toEqual([]);
  expect(first).toMatchObject([{ id: 'c1', archived_by: 'caller' }]);
  expect((await call('search', { query: 'hello' })).messages).toEqual([]);
  expect((await call('search', { query: 'hello', conversation_id: 'c1' })).messages).toHaveLength(1);
  expect(await said('c1')).toEqual(['hello world']);

  expect((await call('restore', { id: 'c1' })).conversation).toMatchObject({ status: 'active', archived_by: null });
  expect((await call('search', { query: 'hello' })).messages).toHaveLength(1);
  await call('archive', { conversation_id: 'c1' });
  await say('c1', 'again');
  expect((await call('list', {})).conversations).toMatchObject([{ id: 'c1', status: 'active', archived_by: null }]);
});

test('a deleted conversation comes back with what was deleted with it, and with nothing that was deleted before', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock, environment: { MAX_CONVERSATION_ENTRIES: '2' } });
  const { call, fleet, said } = conversations;
  for (const content of ['evicted', 'two', 'three']) {
    await call('append_message', {
      conversation_id: 'c1',
      role: 'user',
      content,
      tool_calls: [{ tool_name: 'look', tool_result: { result: '1' } }],
    });
    await clock.advance(1_000);
  }
  await fleet.settled();
  await call('update', { conversation_id: 'c1', invocation_summary: { query: 'q' } });
  await clock.advance(1_000);
  await call('delete', { conversation_id: 'c1' });
  await clock.advance(1_000);

  expect(await call('restore', { id: 'c1' })).toMatchObject({ message_count: 2, conversation: { id: 'c1', status: 'active' } });
  expect(await said('c1')).toEqual(['two', 'three']);
  expect((await call('tool_calls', { conversation_id: 'c1' })).tool_calls).toHaveLength(2);
  expect((await call('get', { conversation_id: 'c1' })).conversation.invocations).toHaveLength(1);
  expect((await call('search', { query: 'three' })).messages[0]).toMatchObject({ content: 'three' });
  expect((await call('restore', { id: 'c1' })).message_count).toBe(0);
});

test('a message that expired or was evicted is active again by its own id', async () => {
  await using conversations = await startConversations({ environment: { MAX_CONVERSATION_ENTRIES: '1' } });
  const { call, fleet, said, say } = conversations;
  const { message_id } = await say('c1', 'first words');
  await say('c1', 'second');
  await fleet.settled();
  expect(await said('c1')).toEqual(['second']);
  expect(await call('restore', { id: message_id })).toMatchObject({
    message_count: 1,
    message: { id: message_id, status: 'ACTIVE', content: 'first words' },
    conversation: { id: 'c1' },
  });
  expect(await said('c1')).toEqual(['first words', 'second']);
  expect((await call('search', { query: 'first words' })).messages.map(({ id }) => id)).toContain(message_id);
  expect((await call('restore', { id: message_id })).message_count).toBe(0);
  const [second] = (await call('history', { conversation_id: 'c1' })).messages.filter(({ content }) => content === 'second');
  // By its bare UUID it is the same.
  expect((await call('restore', { id: second?.id.replace('msg_', '') })).message).toMatchObject({ id: second?.id });
});

test('what is unknown is not restored', async () => {
  await using conversations = await startConversations();
  const refused = conversations.call('restore', { id: 'nobody' });
  await expect(refused).rejects.toMatchObject({ type: 'not-found', message: 'Conversation nobody not found' });
});

test('a message whose conversation is deleted is refused, also once another conversation has its id', async () => {
  await using conversations = await startConversations();
  const { call, said, say } = conversations;
  const { message_id: id } = await say('c1', 'old words');
  await call('delete', { conversation_id: 'c1' });
  const refused = {
    type: 'failed-precondition',
    message: expect.stringMatching(/^id: the message is of .*conversation c1, which/),
  };
  await expect(call('restore', { id })).rejects.toMatchObject(refused);
  await say('c1', 'new words');
  await expect(call('restore', { id })).rejects.toMatchObject(refused);
  expect(await said('c1')).toEqual(['new words']);
  expect((await call('search', { query: 'old words' })).messages.map(({ content }) => content)).toEqual(['new words']);
});

test('a conversation comes back with what it shows of one that it branched off, or took in, and that is deleted', async () => {
  await using conversations = await startConversations();
  const { call, said, say } = conversations;
  const tool_calls = [{ tool_name: 'look', tool_result: { result: '1' } }];
  const { message_id } = await call('append_message', { conversation_id: 'c1', role: 'assistant', content: 'one', tool_calls });
  const { conversation_id: branch } = await call('branch', { conversation_id: 'c1', from_message_id: message_id });
  await say('c1', 'two of c1');
  await say(branch, 'two of the branch');
  for (const conversation_id of ['c1', branch]) await call('delete', { conversation_id });
  expect(await call('restore', { id: branch })).toMatchObject({ message_count: 2 });
  expect(await said(branch)).toEqual(['one', 'two of the branch']);
  expect((await call('tool_calls', { conversation_id: branch })).tool_calls).toMatchObject([{ tool_result: { result: '1' } }]);
  expect((await call('search', { query: 'one' })).messages.map(({ content }) => content)).toContain('one');
  expect(await call('restore', { id: 'c1' })).toMatchObject({ message_count: 1 });

  await call('merge', { conversation_id: 'c1', branch_id: branch });
  const all = ['one', 'two of c1', 'two of the branch'];
  expect(await said('c1')).toEqual(all);
  for (const conversation_id of [branch, 'c1']) await call('delete', { conversation_id });
  expect(await call('restore', { id: 'c1' })).toMatchObject({ message_count: 3 });
  expect(await said('c1')).toEqual(all);
});

test('what a conversation shows of another does not come back where it was evicted before', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock, environment: { MAX_CONVERSATION_ENTRIES: '2' } });
  const { call, fleet, said, say } = conversations;
  await say('c1', 'evicted');
  const { message_id } = await say('c1', 'two');
  const { conversation_id: branch } = await call('branch', { conversation_id: 'c1', from_message_id: message_id });
  await say('c1', 'three');
  await fleet.settled();
  expect(await said(branch)).toEqual(['two']);
  await clock.advance(1_000);
  for (const conversation_id of ['c1', branch]) await call('delete', { conversation_id });
  expect(await call('restore', { id: branch })).toMatchObject({ message_count: 1 });
  expect(await said(branch)).toEqual(['two']);
});

test('a message that has expired is restored where a branch alone shows it, with its tool calls', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock, environment: { MESSAGE_TTL_DAYS: '1' } });
  const { call, said, fleet } = conversations;
  const tool_calls = [{ tool_name: 'look', tool_result: { result: '1' } }];
  const one = { conversation_id: 'c1', role: 'assistant', content: 'one', tool_calls } as const;
  const { message_id: id } = await call('append_message', one);
  const { conversation_id: branch } = await call('branch', { conversation_id: 'c1', from_message_id: id });
  await call('delete', { conversation_id: 'c1' });
  await fleet.settled();
  expect(await said(branch)).toEqual(['one']);
  await clock.leap(dayMs + 120_000);
  await fleet.settled();
  expect(await said(branch)).toEqual([]);
  const restored = await call('restore', { id });
  expect(restored).toMatchObject({ message: { id, content: 'one' }, message_count: 1, conversation: { id: branch } });
  expect(await said(branch)).toEqual(['one']);
  expect((await call('tool_calls', { conversation_id: branch })).tool_calls).toMatchObject([{ tool_result: { result: '1' } }]);
});

test('what had expired before its conversation was deleted does not come back with it', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock, environment: { MESSAGE_TTL_DAYS: '1' } });
  const { call, say, said, fleet } = conversations;
  const { message_id: expired } = await say('c1', 'old words');
  await clock.leap(dayMs + 120_000);
  await fleet.settled();
  await say('c1', 'new words');
  await call('delete', { conversation_id: 'c1' });
  expect(await call('restore', { id: 'c1' })).toMatchObject({ message_count: 1 });
  expect(await said('c1')).toEqual(['new words']);
  // By its own id it does.
  await call('restore', { id: expired });
  expect(await said('c1')).toEqual(['old words', 'new words']);
});

test.each(['message', 'conversation'] as const)('what is purged while its %s is restored stays erased', async (what) => {
  await using conversations = await startConversations({ environment: { MAX_CONVERSATION_ENTRIES: '1' } });
  const { call, say, fleet } = conversations;
  const { message_id } = await say('c1', 'first words');
  if (what === 'message') await say('c1', 'second');
  await fleet.settled();
  if (what === 'conversation') await call('delete', { conversation_id: 'c1' });
  const { graph } = fleet.ports;
  const commit = graph.commit.bind(graph);
  vi.spyOn(graph, 'commit').mockImplementationOnce(async (...asked) => {
    await call('purge', { id: message_id });
    return await commit(...asked);
  });
  await call('restore', { id: what === 'message' ? message_id : 'c1' }).catch(() => undefined);
  expect(await graph.get(defaultScope, [message_id])).toEqual([]);
});
