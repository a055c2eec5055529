import { type Init, type InvocationCompleted, newId } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { usesOf } from '@agent-mem/retention';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { type Conversations, completed, publish, startConversations } from '../../test/start-conversations.ts';

const invocation_id = newId('inv');
const looked = { action: 'Search', arguments: '{}', observation: 'Anne', success: true };
const timestamp = '2026-05-07T09:30:00.000Z';

function append({ call }: Conversations, invocation: Init<InvocationCompleted> = {}) {
  const said = { invocation_id, question: 'Who is Anne?', answer: 'Your wife.', success: true, steps: [looked], ...invocation };
  return call('append_invocation', { conversation_id: 'c1', timestamp, invocation: said });
}

const doings = async ({ call }: Conversations) =>
  (await call('get', { conversation_id: 'c1' })).conversation.invocations.map(({ summary }) => summary);

test('what was said is found at once; the event adds the words of a model, once', async () => {
  const chatModel = scriptedChatModel(['The agent looked Anne up.']);
  await using conversations = await startConversations({ chatModel });
  for (let again = 0; again < 2; again += 1) expect(await append(conversations)).toMatchObject({ success: true });
  expect(await conversations.said('c1')).toEqual(['Who is Anne?', 'Your wife.']);
  expect((await conversations.call('search', { query: 'wife' })).messages.map(({ content }) => content)).toContain('Your wife.');
  expect(await doings(conversations)).toEqual(['Called Search, then answered.']);

  for (const id of ['event-1', 'event-1', 'event-2'])
    await publish(conversations, completed({ invocation_id, steps: [looked] }, { id, timestamp }));
  expect(await conversations.said('c1')).toHaveLength(2);
  expect(await doings(conversations)).toEqual(['The agent looked Anne up.']);
  expect(chatModel.requests).toHaveLength(1);
});

test('what was said does not wait for the words of a model', async () => {
  const clock = turnedClock();
  const chatModel = scriptedChatModel([{ hang: true }]);
  await using conversations = await startConversations({ chatModel, clock });
  const published = publish(conversations, completed({ invocation_id, steps: [looked] }));
  await vi.waitFor(() => expect(chatModel.requests).toHaveLength(1));
  expect(await conversations.said('c1')).toEqual(['Who is Anne?', 'Your wife.']);
  await clock.advance(120_000);
  await published;
});

test('the words of a client who sent the invocation by Update stay', async () => {
  const chatModel = scriptedChatModel(['The agent looked Anne up.']);
  await using conversations = await startConversations({ chatModel });
  await conversations.call('update', {
    conversation_id: 'c1',
    invocation_summary: { query: 'q', summary: 'By hand.', invocation_id },
  });
  await append(conversations);
  await publish(conversations, completed({ invocation_id, steps: [looked] }));
  expect(await doings(conversations)).toEqual(['By hand.']);
  expect(await conversations.said('c1')).toHaveLength(2);
  expect(chatModel.requests).toEqual([]);
});

test('what was used is counted once, where the event is faster', async () => {
  await using conversations = await startConversations({ chatModel: scriptedChatModel([]) });
  const { bus, graph, keyValue, clock } = conversations.fleet.ports;
  const used = { invocation_id, steps: [], injected_ids: ['fact_1'] };
  const commit = graph.commit.bind(graph);
  vi.spyOn(graph, 'commit').mockImplementationOnce(async (...change) => {
    await publishEvent(bus, completed(used));
    await vi.waitFor(async () => expect(await graph.get(defaultScope, [invocation_id])).toHaveLength(1));
    return commit(...change);
  });
  await append(conversations, used);
  await conversations.fleet.settled();
  expect(await conversations.said('c1')).toHaveLength(2);
  expect((await usesOf(keyValue, defaultScope, clock.now()))('fact_1')).toBe(1);
});

test('it ends at once, with what was said', async () => {
  await using conversations = await startConversations({ chatModel: scriptedChatModel([]) });
  await append(conversations, { steps: [] });
  await conversations.call('end', { conversation_id: 'c1' });
  await publish(conversations, completed({ invocation_id }, { timestamp }));
  const ends = conversations.events('conversation-ended').map(({ data }) => data.conversation_ended);
  expect(ends).toMatchObject([{ message_count: 2, invocation_count: 1 }]);
  expect((await conversations.call('list', {})).conversations).toMatchObject([{ status: 'ended' }]);
});

test('a conversation that was deleted after the invocation ended stays deleted', async () => {
  const clock = turnedClock(Date.parse('2026-05-07T10:00:00Z'));
  await using conversations = await startConversations({ clock });
  await conversations.say('c1', 'forget me');
  await conversations.call('delete', { conversation_id: 'c1' });
  await append(conversations);
  await expect(conversations.said('c1')).rejects.toMatchObject({ type: 'not-found' });
});
