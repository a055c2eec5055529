import { createCaller, publishNotice } from '@agent-mem/messaging';
import { type MessageReading, readingNode } from '@agent-mem/service-kit';
import { defaultScope, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { type Conversations, startConversations } from '../../test/start-conversations.ts';

const user = (content: string) => ({ role: 'user', content }) as const;

/** Appends one message and waits; nobody reads it but the test. */
function waiting({ call }: Conversations, options: { readonly wait_ms?: number; readonly timeoutMs?: number } = {}) {
  const { wait_ms = 30_000, ...others } = options;
  const request = { conversation_id: 'c1', messages: [user('I like tea')], wait_ms };
  return call('append_messages', request, { idempotencyKey: 'k', ...others });
}

/** The id of the only message, once it is stored. */
async function stored({ fleet }: Conversations): Promise<string> {
  const query = { kinds: ['Message'], order: 'createdAt', limit: 1 } as const;
  return vi.waitFor(async () => {
    const [message] = (await fleet.ports.graph.find(defaultScope, query)).items;
    if (!message) throw new Error('no message yet');
    return message.id;
  });
}

/** Reads a message in place of the facts service. */
async function read({ fleet }: Conversations, id: string, reading: MessageReading): Promise<void> {
  const node = readingNode('facts', { id, conversationId: 'c1' }, reading, undefined, '2026-01-01T12:00:00.000Z');
  await fleet.ports.graph.commit(defaultScope, { nodes: [node] });
}

const nothing: MessageReading = { state: 'settled', records: [{ what: 'refused', id: '', reason: 'no-statement' }] };

test('messages take the next ordinals in their order, and each says what was found in it', async () => {
  await using conversations = await startConversations();
  await conversations.say('c1', 'Hello');
  const messages = [
    user('one two'),
    { ...user('My card is 4111 1111 1111 1111'), speaker: 'Anne' },
    { role: 'assistant', content: 'Noted', metadata_json: '{"n":5}' },
  ] as const;
  const answer = await conversations.call('append_messages', { conversation_id: 'c1', messages: [...messages] });
  expect(answer).toMatchObject({
    messages: [
      { ordinal: 2, token_count: 2, sensitive: [] },
      { ordinal: 3, sensitive: [{ kind: 'payment-card', count: 1, action: 'redacted' }] },
      { ordinal: 4, sensitive: [] },
    ],
    learned: [],
    changed: [],
    refused: [],
    pending: [],
  });
  expect(await conversations.said('c1')).toEqual(['Hello', 'one two', 'My card is [redacted: payment-card]', 'Noted']);
  const { messages: stored } = await conversations.call('history', { conversation_id: 'c1', newest_first: true, limit: 1 });
  expect(stored).toMatchObject([{ metadata: { n: '5' }, metadata_json: '{"n":5}' }]);
  await conversations.fleet.settled();
  expect(conversations.events('message-appended').map(({ data }) => data.message_appended)).toMatchObject([
    { ordinal: 1 },
    { message_id: answer.messages[0]?.message_id, ordinal: 2, waiting_client: null },
    { ordinal: 3 },
    { ordinal: 4 },
  ]);
});

test('all are stored or none', async () => {
  await using conversations = await startConversations();
  const refusal = (messages: object[], more: object = {}) =>
    conversations
      .call('append_messages', { conversation_id: 'c1', messages: messages as never, ...more })
      .catch((error: Error) => error.message);
  expect(await refusal([])).toMatch(/messages/);
  expect(await refusal(Array(101).fill(user('x')))).toMatch(/messages/);
  expect(await refusal([user('x'), { role: 'robot', content: 'x' }])).toMatch(/messages\[1\]\.role/);
  expect(await refusal([user('x')], { wait_ms: 60_001 })).toMatch(/wait_ms/);
  expect(await refusal(Array(10).fill(user('x'.repeat(60_000))))).toMatch(
    /^messages: must be at most 524288 bytes of JSON in all/,
  );
  await expect(conversations.said('c1')).rejects.toMatchObject({ message: 'Conversation c1 not found' });
});

test('the wait ends with a notice that the message is read', async () => {
  await using conversations = await startConversations({ clock: turnedClock() });
  const answer = waiting(conversations);
  const id = await stored(conversations);
  await read(conversations, id, nothing);
  await vi.waitFor(() => expect(conversations.events('message-appended')).toHaveLength(1));
  const [event] = conversations.events('message-appended');
  await publishNotice(conversations.fleet.ports.bus, event?.data.message_appended?.waiting_client ?? '', id);
  expect(await answer).toMatchObject({ refused: [{ kind: 'fact', message_id: id, reason: 'no-statement' }], pending: [] });
});

test('the answer says what models were asked for its messages', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const answer = waiting(conversations);
  const usage = [{ model: 'openai:m', calls: 2, tokens_in: 310, tokens_out: 12, estimated: false }];
  await read(conversations, await stored(conversations), { ...nothing, usage });
  await turnUntil(clock, answer, 1_000);
  expect((await answer).usage).toEqual(usage);
});

test('a notice that is lost costs a second', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const answer = waiting(conversations);
  await read(conversations, await stored(conversations), nothing);
  await turnUntil(clock, answer, 1_000);
  expect(await answer).toMatchObject({ refused: [{ reason: 'no-statement' }], pending: [] });
});

test('what nobody has read by the end of the wait is pending', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const answer = waiting(conversations, { wait_ms: 3_000 });
  const id = await stored(conversations);
  await turnUntil(clock, answer, 4_000);
  expect(await answer).toMatchObject({ messages: [{ message_id: id }], learned: [], pending: [id] });
});

test('a wait beyond the deadline of the request ends before it, with an answer', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const begun = clock.now();
  const answer = waiting(conversations, { wait_ms: 60_000, timeoutMs: 5_000 });
  await stored(conversations);
  await turnUntil(clock, answer, 4_900);
  expect((await answer).pending).toHaveLength(1);
  expect(clock.now() - begun).toBeLessThan(5_000);
});

test('a repeat of its key appends nothing, and answers what has come of the messages since', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const first = waiting(conversations, { wait_ms: 1_000 });
  const id = await stored(conversations);
  await turnUntil(clock, first, 2_000);
  expect((await first).pending).toEqual([id]);
  await read(conversations, id, nothing);
  expect(await waiting(conversations, { wait_ms: 1_000 })).toMatchObject({
    messages: [{ message_id: id, ordinal: 1 }],
    refused: [{ message_id: id }],
    pending: [],
  });
  expect(await conversations.said('c1')).toEqual(['I like tea']);
});

test('a wait holds up no other message of the conversation, on the command channel neither', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const { bus } = conversations.fleet.ports;
  await using client = await createCaller(bus, { clientId: 'client', clock });
  const request = { conversation_id: 'c1', messages: [user('I like tea')], wait_ms: 30_000 };
  const waits = client.call('conversations', 'append_messages', request);
  await stored(conversations);
  const { ordinal } = await client.call('conversations', 'append_message', { conversation_id: 'c1', ...user('And cake') });
  expect(ordinal).toBe(2);
  expect((await conversations.say('c1', 'And coffee')).ordinal).toBe(3);
  await turnUntil(clock, waits, 31_000);
  expect((await waits).pending).toHaveLength(1);
});

/** Turns the clock second by second until the answer is there, at most so far. */
async function turnUntil(clock: TurnedClock, answer: Promise<unknown>, atMostMs: number): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  answer.then(over, over);
  const until = clock.now() + atMostMs;
  while (!isOver && clock.now() < until) {
    await clock.advance(Math.min(100, until - clock.now()));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
