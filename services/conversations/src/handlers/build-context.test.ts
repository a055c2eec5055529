import { expect, test } from 'vitest';
import { type Conversations, startConversations } from '../../test/start-conversations.ts';
import { storeOwnFact } from '../../test/store-own-fact.ts';

const topics = ['apples', 'boats', 'cats', 'doors', 'eggs', 'flags', 'goats', 'hats', 'inks', 'jams', 'keys', 'lamps'];

/** Twelve messages about a thing each, one of them said by an assistant that used tools. */
async function talk(conversations: Conversations): Promise<void> {
  for (const [index, topic] of topics.entries()) {
    await conversations.call('append_message', {
      conversation_id: 'c1',
      role: index === 11 ? 'assistant' : 'user',
      content: `Let us talk about ${topic} number ${index + 1}`,
      reasoning: index === 11 ? 'Lamps are asked for' : null,
      tool_calls: index === 11 ? [{ tool_name: 'look' }, { tool_name: 'switch_on' }] : [],
    });
  }
}

const contentsOf = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content);

test('hybrid shows the five newest and those that answer the query, each once and in order', async () => {
  await using conversations = await startConversations();
  await talk(conversations);
  const built = await conversations.call('build_context', { conversation_id: 'c1', query: 'What about lamps and boats?' });
  expect(contentsOf(built.recent_messages)).toEqual(
    topics.slice(7).map((topic, index) => `Let us talk about ${topic} number ${index + 8}`),
  );
  expect(contentsOf(built.relevant_messages)).toContain('Let us talk about boats number 2');
  expect(built.relevant_messages.length).toBeLessThanOrEqual(10);
  const ids = [...built.recent_messages, ...built.relevant_messages].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(built.message_count).toBe(ids.length);
  const places = built.relevant_messages.map(({ ordinal }) => ordinal);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(built.receipt?.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(built.receipt_id).toMatch(/^rcpt_/);
});

test('the text is as the specification writes it', async () => {
  await using conversations = await startConversations();
  await talk(conversations);
  const { text } = await conversations.call('build_context', { conversation_id: 'c1', strategy: 'recent', recent_messages: 2 });
  expect(text).toBe(`## Recent Messages

**user**: Let us talk about keys number 11
**assistant**: Let us talk about lamps number 12
*Reasoning*: Lamps are asked for
*Tools used*: look, switch_on`);
});

test('where a budget is given it alone decides, and holds', async () => {
  await using conversations = await startConversations();
  await talk(conversations);
  for (const max_tokens of [1, 20, 60, 120, 10_000]) {
    const asked = { conversation_id: 'c1', query: 'What about boats?', recent_messages: 1, max_tokens };
    for (const strategy of ['recent', 'relevant', 'hybrid'] as const) {
      const built = await conversations.call('build_context', { ...asked, strategy });
      expect(built.token_count).toBeLessThanOrEqual(max_tokens);
    }
  }
  const built = await conversations.call('build_context', {
    conversation_id: 'c1',
    query: 'What about boats?',
    max_tokens: 10_000,
  });
  expect(built.message_count).toBe(12);
  const small = await conversations.call('build_context', { conversation_id: 'c1', query: 'What about boats?', max_tokens: 40 });
  expect(contentsOf(small.relevant_messages)).toContain('Let us talk about boats number 2');
  expect(small.receipt?.left_out_items).toContainEqual({ id: expect.any(String), reason: 'tokens' });
});

test('where a budget is given, the number of those that answer the query still holds', async () => {
  await using conversations = await startConversations();
  await talk(conversations);
  const asked = { conversation_id: 'c1', query: 'What about boats?', strategy: 'relevant', max_tokens: 10_000 } as const;
  const all = await conversations.call('build_context', asked);
  const two = await conversations.call('build_context', { ...asked, relevant_messages: 2 });
  expect(all.relevant_messages.length).toBeGreaterThan(2);
  expect(two.relevant_messages).toHaveLength(2);
  const left = two.receipt?.left_out_items ?? [];
  for (const { id } of two.relevant_messages) expect(left).not.toContainEqual(expect.objectContaining({ id }));
  expect(left).toContainEqual({ id: all.receipt?.items[2]?.id, reason: 'top_k' });
});

test('where little answers the query, the newest fill the budget, however many they are', async () => {
  await using conversations = await startConversations();
  await conversations.call('append_messages', {
    conversation_id: 'long',
    messages: Array.from({ length: 60 }, (_, index) => ({
      role: 'user' as const,
      content: index === 5 ? 'A zebra stood there' : `Line ${index}`,
    })),
  });
  await conversations.fleet.settled();
  const asked = { conversation_id: 'long', query: 'zebra', max_tokens: 1_500 };
  const { relevant_messages, recent_messages } = await conversations.call('build_context', asked);
  expect(recent_messages.length + relevant_messages.length).toBe(60);
  const few = await conversations.call('build_context', { ...asked, max_tokens: 260 });
  expect(contentsOf(few.relevant_messages)).toContain('A zebra stood there');
  expect(few.recent_messages.length).toBeGreaterThan(20);
  expect(few.recent_messages.at(-1)?.ordinal).toBe(60);
  expect(few.token_count).toBeLessThanOrEqual(260);
});

test('relevant needs a query; hybrid without one shows the newest', async () => {
  await using conversations = await startConversations();
  await talk(conversations);
  const refused = conversations.call('build_context', { conversation_id: 'c1', strategy: 'relevant' });
  await expect(refused).rejects.toMatchObject({
    type: 'invalid-argument',
    message: 'query: is required where strategy is relevant',
  });
  const built = await conversations.call('build_context', { conversation_id: 'c1' });
  expect(built).toMatchObject({ message_count: 5, relevant_messages: [], summary: null });
  await expect(conversations.call('build_context', { conversation_id: 'c2' })).rejects.toMatchObject({ type: 'not-found' });
});

test('a branch shows what came before it, and nothing of the other side', async () => {
  await using conversations = await startConversations();
  await talk(conversations);
  const { messages } = await conversations.call('history', { conversation_id: 'c1', limit: 3 });
  const branched = await conversations.call('branch', { conversation_id: 'c1', from_message_id: messages[2]?.id ?? '' });
  const asked = { conversation_id: branched.conversation_id, query: 'boats or lamps?', max_tokens: 1_000 };
  const built = await conversations.call('build_context', asked);
  expect(contentsOf([...built.relevant_messages, ...built.recent_messages]).toSorted()).toEqual(
    topics.slice(0, 3).map((topic, index) => `Let us talk about ${topic} number ${index + 1}`),
  );
});

test('messages that one answer cannot carry are left out and named', async () => {
  await using conversations = await startConversations();
  for (let n = 1; n <= 12; n += 1) {
    await conversations.call('append_message', {
      conversation_id: 'c1',
      role: 'user',
      content: `${n} ${'word '.repeat(13_000)}`,
    });
  }
  const built = await conversations.call('build_context', { conversation_id: 'c1', max_tokens: 1_000_000 });
  expect(built.message_count).toBeGreaterThan(3);
  expect(built.message_count + (built.receipt?.left_out ?? 0)).toBe(12);
  expect(built.recent_messages.at(-1)?.content).toMatch(/^12 /);
});

test('the summary of a conversation stands above its messages and counts in the budget, except where it is not wanted', async () => {
  await using source = await startConversations();
  await talk(source);
  const exported = await source.call('export', { conversation_id: 'c1' });
  expect(exported.next_cursor).toBeNull();
  const chunk = exported.chunk.replace('"summary":null', '"summary":"They named twelve things."');
  await using conversations = await startConversations();
  await conversations.call('import', { import_id: 'i', sequence: 0, chunk, end: true });
  const asked = { conversation_id: 'c1', strategy: 'recent', max_tokens: 60 } as const;
  const shown = await conversations.call('build_context', asked);
  expect(shown.summary).toBe('They named twelve things.');
  expect(shown.text).toMatch(/^## Conversation Summary\nThey named twelve things\.\n\n## Recent Messages\n\n/);
  expect(shown.token_count).toBeLessThanOrEqual(60);
  const without = await conversations.call('build_context', { ...asked, include_summary: false });
  expect(without).toMatchObject({ summary: null, text: expect.not.stringContaining('Summary') });
  expect(without.message_count).toBeGreaterThan(shown.message_count);
});

test('other conversations give what answers the query, marked with when and where, where they are wanted', async () => {
  await using conversations = await startConversations();
  await talk(conversations);
  const said = {
    conversation_id: 'c2',
    role: 'user',
    content: 'My boat is called Marie',
    timestamp: '2026-03-04T10:00:00Z',
  } as const;
  await conversations.call('append_message', said);
  await conversations.call('append_message', { ...said, content: 'The boat Marie is blue', timestamp: '2026-03-04T10:01:00Z' });
  const asked = { conversation_id: 'c1', query: 'What is the boat Marie like?', max_tokens: 500 };
  expect(await conversations.call('build_context', asked)).toMatchObject({ other_messages: [] });
  const built = await conversations.call('build_context', { ...asked, other_conversations: true });
  expect(contentsOf(built.other_messages)).toEqual(['My boat is called Marie', 'The boat Marie is blue']);
  expect(built.text).toMatch(
    /\n\n## Other Conversations\n\n2026-03-04 10:00, conversation c2\n\*\*user\*\*: My boat is called Marie\n\*\*user\*\*: The boat Marie is blue$/,
  );
  expect(built.token_count).toBeLessThanOrEqual(500);
  expect(built.message_count).toBe(14);
  const ids = [...built.recent_messages, ...built.relevant_messages, ...built.other_messages].map(({ id }) => id);
  expect(built.receipt?.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());

  // What is said in one conversation after the other stands once.
  await conversations.call('append_message', { ...said, conversation_id: 'c3', content: 'The boat Marie is blue' });
  const again = await conversations.call('build_context', { ...asked, other_conversations: true });
  expect(contentsOf(again.other_messages).filter((content) => content === 'The boat Marie is blue')).toHaveLength(1);

  for (const conversation_id of ['new', '']) {
    const begun = await conversations.call('build_context', { ...asked, conversation_id, other_conversations: true });
    expect(begun).toMatchObject({ recent_messages: [], relevant_messages: [], summary: null });
    expect(contentsOf(begun.other_messages)).toContain('The boat Marie is blue');
  }
  await expect(conversations.call('build_context', { query: 'boats' })).rejects.toMatchObject({
    message: 'conversation_id: is required',
  });
});

test('a conversation that has facts of its own shares no message, and sees none of others', async () => {
  await using conversations = await startConversations();
  for (const conversation_id of ['open', 'closed'])
    await conversations.call('append_message', {
      conversation_id,
      role: 'user',
      content: `The boat of ${conversation_id} is blue`,
    });
  await storeOwnFact(conversations, 'closed');
  // What only a closed branch shows is as closed.
  const { call } = conversations;
  const { message_id } = await conversations.say('trunk', 'The boat of trunk is blue');
  const { conversation_id: branch } = await call('branch', { conversation_id: 'trunk', from_message_id: message_id });
  await call('delete', { conversation_id: 'trunk' });
  expect((await call('search', { query: 'boat of trunk' })).messages[0]?.content).toBe('The boat of trunk is blue');
  await storeOwnFact(conversations, branch);

  const asked = { query: 'Which boat is blue?', max_tokens: 500, other_conversations: true };
  const from = async (conversation_id: string) =>
    contentsOf((await conversations.call('build_context', { ...asked, conversation_id })).other_messages);
  expect(await from('closed')).toEqual([]);
  expect(await from('open')).toEqual([]);
  expect(await from('third')).toEqual(['The boat of open is blue']);
});

test('a branch, what it left and a second branch find nothing of each other among other conversations', async () => {
  await using conversations = await startConversations();
  const { call, say } = conversations;
  const { message_id: from_message_id } = await say('trunk', 'Which paint is for the boat?');
  const branchOff = async () => (await call('branch', { conversation_id: 'trunk', from_message_id })).conversation_id;
  const [first, second] = [await branchOff(), await branchOff()];
  for (const [conversation_id, color] of [
    ['trunk', 'red'],
    [first, 'blue'],
    [second, 'green'],
    ['afar', 'white'],
  ] as const)
    await say(conversation_id, `The boat gets ${color} paint`);
  await conversations.fleet.settled();

  const asked = { query: 'Which paint does the boat get?', max_tokens: 1_000, other_conversations: true };
  const from = async (conversation_id: string) =>
    contentsOf((await call('build_context', { ...asked, conversation_id })).other_messages);
  for (const conversation_id of ['trunk', first, second])
    expect(await from(conversation_id)).toEqual(['The boat gets white paint']);
  expect((await from('afar')).toSorted()).toEqual([
    'The boat gets blue paint',
    'The boat gets green paint',
    'The boat gets red paint',
    'Which paint is for the boat?',
  ]);
});

test.each([false, true])('a question for the question before does not ask for itself, stored already: %s', async (isStored) => {
  await using conversations = await startConversations();
  const query = 'What was my last question?';
  const alike = Array.from({ length: 5 }, (_, n) => `My last question was question ${n}`);
  for (const said of [...alike, 'Which paint is for the boat?', ...(isStored ? [query] : [])])
    await conversations.call('append_message', { conversation_id: 'c1', role: 'user', content: said });
  const asked = { conversation_id: 'c1', strategy: 'relevant' as const, query, relevant_messages: 1, max_tokens: 1_000 };
  const built = await conversations.call('build_context', asked);
  expect(contentsOf(built.relevant_messages)).toContain('Which paint is for the boat?');
});

test('a message that is asked for by its place stands there, however far away it is, and a long one by an excerpt', async () => {
  await using conversations = await startConversations();
  for (let n = 1; n <= 40; n += 1) {
    await conversations.call('append_message', { conversation_id: 'c1', role: 'user', content: `Please go on, part ${n}` });
    const content = `Part ${n} begins. ${'It goes on and on. '.repeat(300)}Part ${n} ends.`;
    await conversations.call('append_message', { conversation_id: 'c1', role: 'assistant', content });
  }
  const asked = { conversation_id: 'c1', query: 'What was your first answer?', max_tokens: 2_000 };
  const built = await conversations.call('build_context', asked);
  expect(built.token_count).toBeLessThanOrEqual(2_000);
  expect(built.relevant_messages[0]?.content).toMatch(/^Part 1 begins\. [\s\S]*bytes not shown[\s\S]*Part 1 ends\.$/);
  expect(built.recent_messages.at(-1)?.content).toMatch(/^Part 40 begins\. [\s\S]*bytes not shown/);
});
