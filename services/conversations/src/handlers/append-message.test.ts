import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseRequest } from '@agent-mem/contract';
import { conflictsRetried } from '@agent-mem/runtime';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { handlerContext, startConversations, storeAltered } from '../../test/start-conversations.ts';
import { appendMessage, indexMessage } from './append-message.ts';

test('a message is kept with all that came with it, its tokens and both its times', async () => {
  await using conversations = await startConversations({ clock: turnedClock() });
  const { call, fleet } = conversations;
  const appended = await call('append_message', {
    conversation_id: 'c1',
    role: 'assistant',
    content: 'one two three',
    reasoning: 'counted',
    timestamp: '2025-12-24T18:00:00+01:00',
    speaker: 'Anne',
    metadata: { mood: 'calm' },
    tool_calls: [
      {
        tool_name: 'count',
        arguments: '{"to":3}',
        duration_ms: 12,
        success: true,
        iteration: 1,
        tool_result: { success: true, result: '[1,2,3]' },
      },
      { tool_name: 'rest' },
    ],
  });
  expect(appended).toMatchObject({ ordinal: 1, token_count: 3 });
  const { messages } = await call('history', { conversation_id: 'c1' });
  expect(messages).toMatchObject([
    {
      id: appended.message_id,
      conversation_id: 'c1',
      role: 'assistant',
      content: 'one two three',
      reasoning: 'counted',
      timestamp: '2025-12-24T17:00:00.000Z',
      received_at: '2026-01-01T12:00:00.000Z',
      token_count: 3,
      ordinal: 1,
      speaker: 'Anne',
      metadata: { mood: 'calm' },
      status: 'ACTIVE',
    },
  ]);
  const [call1, call2] = messages[0]?.tool_calls ?? [];
  expect(call1).toMatchObject({
    message_id: appended.message_id,
    tool_name: 'count',
    arguments: '{"to":3}',
    duration_ms: 12,
    success: true,
    iteration: 1,
    tool_result: { tool_call_id: call1?.id, success: true, result: '[1,2,3]', result_size_bytes: 7 },
  });
  expect(call2).toMatchObject({ tool_name: 'rest', arguments: '{}', tool_result: null });
  const edges = async (id: string) =>
    (await fleet.ports.graph.neighbours(defaultScope, id, { direction: 'out', limit: 10 })).items;
  expect((await edges('conv_c1')).map(({ edge }) => edge.kind)).toEqual(['HAS_MESSAGE']);
  expect((await edges(appended.message_id)).map(({ edge }) => edge.kind)).toEqual(['MADE_TOOL_CALL', 'MADE_TOOL_CALL']);
  expect((await edges(call1?.id ?? '')).map(({ edge }) => edge.kind)).toEqual(['PRODUCED_RESULT']);
});

test('a message is made findable once the caller lets it be', async () => {
  const goesOn = Promise.withResolvers<void>();
  const indexed: string[] = [];
  const context = {
    accepted: () => goesOn.promise,
    index: async (_scope: unknown, ids: readonly string[]) => void indexed.push(...ids),
  };
  // A follow-up of an append uses no more of its context than this.
  const followed = indexMessage(null as never, { message_id: 'm1', ordinal: 1, token_count: 1 }, context as never);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(indexed).toEqual([]);
  goesOn.resolve();
  await followed;
  expect(indexed).toEqual(['m1']);
});

test('a message is told and can be found as soon as it is answered', async () => {
  await using conversations = await startConversations();
  const { message_id } = await conversations.say('c1', 'The kettle is blue');
  const { messages } = await conversations.call('search', { query: 'blue kettle' });
  expect(messages.map(({ id }) => id)).toEqual([message_id]);
  expect(await conversations.fleet.ports.graph.unindexed(['Message'], 10)).toEqual([]);
  await conversations.fleet.settled();
  expect(conversations.events('message-appended')).toMatchObject([
    { conversation_id: 'c1', data: { message_appended: { message_id, role: 'user', ordinal: 1 } } },
  ]);
});

test('fifty messages at once take the places one to fifty', async () => {
  await using conversations = await startConversations();
  const appended = await Promise.all(Array.from({ length: 50 }, (_, index) => conversations.say('c1', `message ${index}`)));
  const ordinals = Array.from({ length: 50 }, (_, index) => index + 1);
  expect(appended.map(({ ordinal }) => ordinal).toSorted((a, b) => a - b)).toEqual(ordinals);
  const { messages } = await conversations.call('history', { conversation_id: 'c1' });
  expect(messages.map(({ ordinal }) => ordinal)).toEqual(ordinals);
  expect((await conversations.call('list', {})).conversations).toMatchObject([{ id: 'c1', message_count: 50 }]);
});

test('writers in several processes are told apart by the conversation’s version', async () => {
  await using conversations = await startConversations();
  const context = handlerContext(conversations);
  const append = (index: number) =>
    conflictsRetried(context.signal, () =>
      appendMessage(
        parseRequest('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content: `m${index}` }),
        context,
      ),
    );
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => append(index)));
  expect(answers.map(({ ordinal }) => ordinal).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await conversations.said('c1')).toHaveLength(8);
});

test('a repeat under one key appends once', async () => {
  await using conversations = await startConversations();
  const request = { conversation_id: 'c1', role: 'user', content: 'once' } as const;
  const first = await conversations.call('append_message', request, { idempotencyKey: 'k' });
  expect(await conversations.call('append_message', request, { idempotencyKey: 'k' })).toEqual(first);
  expect(await conversations.said('c1')).toEqual(['once']);
  await expect(
    conversations.call('append_message', { ...request, content: 'twice' }, { idempotencyKey: 'k' }),
  ).rejects.toMatchObject({ type: 'already-exists' });
});

test('a message is refused by the name of what is wrong with it', async () => {
  await using conversations = await startConversations();
  const message = { conversation_id: 'c1', role: 'user', content: 'x' } as const;
  const refusal = (request: object) =>
    conversations.call('append_message', { ...message, ...request }).catch((error: Error) => error.message);
  expect(await refusal({ tool_calls: [{ tool_name: 'a' }, { tool_name: ' ' }] })).toBe('tool_calls[1].tool_name: is required');
  const large = Array.from({ length: 9 }, () => ({ tool_name: 'a', arguments: JSON.stringify('x'.repeat(60_000)) }));
  expect(await refusal({ tool_calls: large })).toMatch(/^message: must be at most 524288 bytes of JSON in all, got \d+$/);
  expect(await refusal({ role: 'robot' })).toMatch(/role/);
  expect(await refusal({ content: 'x'.repeat(65_537) })).toMatch(/content/);
  await expect(conversations.said('c1')).rejects.toMatchObject({ message: 'Conversation c1 not found' });
});

test.each(['message_base', 'message_count', 'invocation_base', 'invocation_count'])(
  'a conversation whose %s is stored as more than a store can count takes no further record',
  async (member) => {
    await using conversations = await startConversations();
    await conversations.say('c1', 'one');
    await storeAltered(conversations, 'c1', { [member]: 2 ** 53 - 3 });
    const refused = { type: 'failed-precondition', message: expect.stringContaining('c1 has no ordinals left') };
    await expect(conversations.say('c1', 'two')).rejects.toMatchObject(refused);
    const invocation_summary = { query: 'q' };
    await expect(conversations.call('update', { conversation_id: 'c1', invocation_summary })).rejects.toMatchObject(refused);
    await conversations.call('delete', { conversation_id: 'c1' });
    await expect(conversations.say('c1', 'two')).rejects.toMatchObject(refused);
  },
);
