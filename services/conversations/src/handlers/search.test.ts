import { hashEmbedder } from '@agent-mem/llm';
import { defaultScope } from '@agent-mem/testing';
import { beforeEach, expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';
import { storeOwnFact } from '../../test/store-own-fact.ts';

let conversations: Awaited<ReturnType<typeof startConversations>>;

beforeEach(async () => {
  conversations = await startConversations();
  await conversations.say('c1', 'The kettle in the kitchen is blue');
  await conversations.say('c1', 'It rained all day');
  await conversations.call('append_message', {
    conversation_id: 'c2',
    role: 'assistant',
    speaker: 'Anne',
    content: 'A kettle boils',
  });
  return () => conversations[Symbol.asyncDispose]();
});

const found = async (request: object) => (await conversations.call('search', request)).messages.map(({ content }) => content);

test('messages of the defaultScope, of one conversation, of a role', async () => {
  expect((await found({ query: 'kettle', score_threshold: 0.2 })).toSorted()).toEqual([
    'A kettle boils',
    'The kettle in the kitchen is blue',
  ]);
  expect((await found({ query: 'kettle', conversation_id: 'c1' }))[0]).toBe('The kettle in the kitchen is blue');
  expect(await found({ query: 'kettle', conversation_id: 'c2' })).toEqual(['A kettle boils']);
  expect(await found({ query: 'kettle', roles: ['assistant'] })).toEqual(['A kettle boils']);
  expect(await found({ query: 'kettle', top_k: 1 })).toHaveLength(1);
  expect(await found({ query: 'kettle', user: 'other' })).toEqual([]);
});

test('a message is found by its speaker and by a vector', async () => {
  expect((await found({ query: 'Anne' }))[0]).toBe('A kettle boils');
  const embedder = hashEmbedder();
  const [vector] = await embedder.embed(['It rained all day'], { signal: new AbortController().signal });
  const request = { embedding: [...(vector ?? [])], embedder: embedder.id };
  expect((await found(request))[0]).toBe('It rained all day');
  await expect(found({ ...request, embedder: 'other' })).rejects.toMatchObject({ type: 'invalid-argument' });
});

test('the answer says how each message scored and what it is made of', async () => {
  const { messages, receipt } = await conversations.call('search', { query: 'kettle', conversation_id: 'c2', explain: true });
  const [message] = messages;
  expect(message?.score).toBeGreaterThan(0);
  expect(Object.keys(message?.scores ?? {}).length).toBeGreaterThan(0);
  expect(receipt).toMatchObject({
    items: [{ id: message?.id, tokens: message?.token_count, score: message?.score }],
    tokens: message?.token_count,
  });
  const plain = await conversations.call('search', { query: 'kettle' });
  expect(plain.messages[0]?.scores).toEqual({});
});

test('what would not fit into one message is left out and counted', async () => {
  for (let index = 0; index < 12; index += 1) await conversations.say('c3', `zebra ${index} ${'x '.repeat(32_000)}`);
  const { messages, receipt } = await conversations.call('search', { query: 'zebra', conversation_id: 'c3', top_k: 12 });
  expect(messages).toHaveLength(8);
  expect(receipt.items).toHaveLength(8);
  expect(receipt.left_out).toBe(4);
});

test('messages of a deleted conversation are not found, even while the index still holds them', async () => {
  const { graph, searchIndex } = conversations.fleet.ports;
  const messages = await graph.find(defaultScope, { kinds: ['Message'], conversationId: 'c1', order: 'ordinal', limit: 10 });
  const documents = await searchIndex.get(
    defaultScope,
    messages.items.map(({ id }) => id),
  );
  await conversations.call('delete', { conversation_id: 'c1' });
  expect(
    await searchIndex.get(
      defaultScope,
      documents.map(({ id }) => id),
    ),
  ).toEqual([]);
  await searchIndex.put(
    defaultScope,
    documents.map((document) => ({ ...document, version: 99 })),
  );
  expect(await found({ query: 'kettle' })).toEqual(['A kettle boils']);
});

test('what a branch shows, or a conversation has taken in, is found once the other is deleted or archived, and not after its own end', async () => {
  const { call, said, say } = conversations;
  const { message_id } = await say('trunk', 'An otter swims');
  const { conversation_id: branch } = await call('branch', { conversation_id: 'trunk', from_message_id: message_id });
  await say(branch, 'The otter dives');
  await call('delete', { conversation_id: 'trunk' });
  expect(await said(branch)).toEqual(['An otter swims', 'The otter dives']);
  expect((await found({ query: 'otter', score_threshold: 0.2 })).toSorted()).toEqual(['An otter swims', 'The otter dives']);

  const { conversation_id: taken } = await call('branch', { conversation_id: branch, from_message_id: message_id });
  await say(taken, 'That otter sleeps');
  await call('merge', { conversation_id: branch, branch_id: taken });
  await call('archive', { conversation_id: taken });
  expect(await found({ query: 'otter sleeps', score_threshold: 0.2 })).toContain('That otter sleeps');
  await call('archive', { conversation_id: branch });
  expect(await found({ query: 'otter', score_threshold: 0.2 })).toEqual([]);
});

test('a message that another service took out of sight is not found, even while the index still holds it', async () => {
  const { graph } = conversations.fleet.ports;
  const [message] = (await graph.find(defaultScope, { kinds: ['Message'], conversationId: 'c2', order: 'ordinal', limit: 1 }))
    .items;
  if (!message) throw new Error('a message is expected');
  await graph.commit(defaultScope, { nodes: [{ ...message, status: 'QUARANTINED', expectedVersion: message.version }] });
  expect(await found({ query: 'kettle boils' })).not.toContain('A kettle boils');
});

test('messages of a conversation that has facts of its own are found in it alone, and take the place of no other', async () => {
  const { call } = conversations;
  const { message_id } = await conversations.say('c3', 'The kettle whistles in the kitchen');
  const { conversation_id: branch } = await call('branch', { conversation_id: 'c3', from_message_id: message_id });
  await storeOwnFact(conversations, 'c3');
  const query = 'The kettle whistles in the kitchen';
  expect(await found({ query, top_k: 1 })).toEqual(['The kettle in the kitchen is blue']);
  const { messages, receipt } = await call('search', { query, top_k: 1 });
  expect([messages.length, receipt.items.length, receipt.left_out]).toEqual([1, 1, 2]);
  for (const conversation_id of ['c3', branch])
    expect((await found({ query, conversation_id }))[0]).toBe('The kettle whistles in the kitchen');
});

test.each(['the conversation', 'the branch'] as const)(
  'of an archived conversation a branch shows nothing to a scope where %s has facts of its own',
  async (which) => {
    await using own = await startConversations();
    const query = 'The kettle whistles in the kitchen';
    const { message_id } = await own.say('c1', query);
    const { conversation_id: branch } = await own.call('branch', { conversation_id: 'c1', from_message_id: message_id });
    await own.call('archive', { conversation_id: 'c1' });
    expect((await own.call('search', { query })).messages).toHaveLength(1);
    await storeOwnFact(own, which === 'the branch' ? branch : 'c1');
    expect((await own.call('search', { query })).messages).toEqual([]);
    expect((await own.call('search', { query, conversation_id: branch })).messages).toHaveLength(1);
  },
);

test('neither words nor a vector, or an unknown conversation, is refused by name', async () => {
  await expect(found({ query: '  ' })).rejects.toMatchObject({
    type: 'invalid-argument',
    message: 'query: is required unless an embedding is given',
  });
  await expect(found({ query: 'x', conversation_id: 'c9' })).rejects.toMatchObject({ message: 'Conversation c9 not found' });
});
