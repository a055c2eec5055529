import { newId } from '@agent-mem/contract';
import { type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { completed, publish, startConversations, storeAltered } from '../../test/start-conversations.ts';

const invocation_id = newId('inv');
const saying = (...answers: ScriptedAnswer[]) => scriptedChatModel(answers);
const step = {
  thought: 'I should look',
  action: 'RetrieveFacts',
  arguments: '{"query":"Anne"}',
  observation: 'Anne is the wife',
  success: true,
};

test('what the invocation did and what was said are kept, and told', async () => {
  const chatModel = saying('  The agent looked\nAnne up. ');
  await using conversations = await startConversations({ chatModel, clock: turnedClock() });
  await publish(conversations, completed({ invocation_id, steps: [step], started_at: '2026-05-07T09:29:00.000Z' }));

  const { conversation } = await conversations.call('get', { conversation_id: 'c1' });
  expect(conversation.invocations).toEqual([
    {
      query: 'Who is Anne?',
      summary: 'The agent looked Anne up.',
      result: 'Your wife.',
      timestamp: '2026-05-07T09:30:00.000Z',
      invocation_id,
    },
  ]);
  const { messages } = await conversations.call('history', { conversation_id: 'c1' });
  expect(messages).toMatchObject([
    { role: 'user', content: 'Who is Anne?', ordinal: 1, timestamp: '2026-05-07T09:29:00.000Z', metadata: { invocation_id } },
    { role: 'assistant', content: 'Your wife.', ordinal: 2, reasoning: 'I should look', timestamp: '2026-05-07T09:30:00.000Z' },
  ]);
  expect(messages.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^msg_.{8}-.{4}-7/),
    expect.stringMatching(/^msg_.{8}-.{4}-7/),
  ]);
  expect(messages[1]?.tool_calls).toMatchObject([
    { tool_name: 'RetrieveFacts', arguments: '{"query":"Anne"}', iteration: 1, tool_result: { result: '"Anne is the wife"' } },
  ]);
  expect((await conversations.call('search', { query: 'wife' })).messages.map(({ content }) => content)).toContain('Your wife.');
  expect(conversations.events('message-appended').map(({ data }) => data.message_appended?.ordinal)).toEqual([1, 2]);
});

test('the TrustGraph flow of the last invocation is that of what follows in the conversation', async () => {
  await using conversations = await startConversations({ chatModel: saying('Looked.'), clock: turnedClock() });
  await publish(conversations, completed({ invocation_id, flow: 'w/f' }));
  await conversations.call('append_message', { conversation_id: 'c1', role: 'user', content: 'And then?' });
  await conversations.call('end', { conversation_id: 'c1' });
  const appended = conversations.events('message-appended').map(({ data }) => data.message_appended?.flow);
  expect(appended).toEqual(['w/f', 'w/f', 'w/f']);
  expect(conversations.events('conversation-ended').at(-1)?.data.conversation_ended?.flow).toBe('w/f');
});

const looked = { action: 'Search', arguments: '{}', observation: 'Anne', success: true };

test('messages have the ids that the event names, if they are ids of messages', async () => {
  await using conversations = await startConversations({ chatModel: saying('Looked.') });
  const question_message_id = newId('msg');
  await publish(conversations, completed({ invocation_id, question_message_id, answer_message_id: 'msg_of-somebody' }));
  const { messages } = await conversations.call('history', { conversation_id: 'c1' });
  expect(messages.map(({ id }) => id)).toEqual([question_message_id, expect.stringMatching(/^msg_.{8}-.{4}-7/)]);
});

test('an event that comes twice, under its own id or another, has one effect', async () => {
  const chatModel = saying('Looked.');
  await using conversations = await startConversations({ chatModel });
  for (const id of ['event-1', 'event-1', 'event-2'])
    await publish(conversations, completed({ invocation_id, steps: [looked] }, { id }));
  expect(await conversations.said('c1')).toEqual(['Who is Anne?', 'Your wife.']);
  expect((await conversations.call('get', { conversation_id: 'c1' })).conversation.invocations).toHaveLength(1);
  expect(chatModel.requests).toHaveLength(1);
});

test('an invocation that a client told by Update first is kept once, and what was said is added', async () => {
  await using conversations = await startConversations({ chatModel: saying('Looked.') });
  await conversations.call('update', { conversation_id: 'c1', invocation_summary: { query: 'by hand', invocation_id } });
  for (const id of ['event-1', 'event-2']) await publish(conversations, completed({ invocation_id }, { id }));
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations.map(({ query }) => query)).toEqual(['by hand']);
  expect(await conversations.said('c1')).toHaveLength(2);
});

test.each<[string, ScriptedAnswer]>([
  ['writes nothing', ' \n'],
  ['writes far too much', 'blah '.repeat(1_000)],
  ['fails', new Error('no such model')],
])('rules say what was done when the model %s', async (_, answer) => {
  await using conversations = await startConversations({ chatModel: saying(answer) });
  const failed = { ...step, action: 'Ask', success: false };
  await publish(conversations, completed({ invocation_id, steps: [step, failed] }));
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations[0]?.summary).toBe('Called RetrieveFacts and Ask (1 of 2 calls failed), then answered.');
});

test('rules say what was done when the model hangs', async () => {
  const clock = turnedClock();
  const chatModel = saying({ hang: true });
  await using conversations = await startConversations({ chatModel, clock });
  const published = publish(conversations, completed({ invocation_id, steps: [looked] }));
  await vi.waitFor(() => expect(chatModel.requests).toHaveLength(1));
  await clock.advance(120_000);
  await published;
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations[0]?.summary).toBe('Called Search, then answered.');
});

test('a model is not asked what was done where nothing was called', async () => {
  const chatModel = saying('Looked.');
  await using conversations = await startConversations({ chatModel });
  await publish(conversations, completed({ invocation_id }));
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect([chatModel.requests, invocations[0]?.summary]).toEqual([[], 'Answered directly.']);
});

test('an invocation that failed is stored as not finished, without its error and without an answer', async () => {
  await using conversations = await startConversations({ chatModel: saying('') });
  await publish(conversations, completed({ invocation_id, answer: '', success: false, error: 'The model is gone' }));
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations).toMatchObject([{ summary: 'Did not finish.', result: 'Not finished.' }]);
  expect(await conversations.said('c1')).toEqual(['Who is Anne?']);
});

test('what was said of an answer that was cut is stored and says so; nothing finds or summarises it', async () => {
  const chatModel = saying('Began to look.');
  await using conversations = await startConversations({ chatModel });
  const cut = { invocation_id, answer: 'Anne is the unicorn', success: false, error: 'cancelled' };
  await publish(conversations, completed(cut));
  const { messages } = await conversations.call('history', { conversation_id: 'c1' });
  expect(messages.map(({ content, metadata }) => [content, metadata.cut])).toEqual([
    ['Who is Anne?', undefined],
    ['Anne is the unicorn', 'true'],
  ]);
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations).toMatchObject([{ summary: 'Did not finish.', result: 'Not finished.' }]);
  expect(JSON.stringify(chatModel.requests)).not.toContain('unicorn');
  const { text } = await conversations.call('build_context', { conversation_id: 'c1' });
  expect(text).toContain('**assistant**: Anne is the unicorn\n*Not finished*');
  const found = async (query: string) => (await conversations.call('search', { query })).messages.map(({ content }) => content);
  expect([await found('unicorn'), await found('Anne')]).toEqual([[], ['Who is Anne?']]);
});

test('an invocation that was cut short says what its last calls showed, and nothing that was recalled', async () => {
  const chatModel = saying('');
  await using conversations = await startConversations({ chatModel });
  const called = (action: string, observation: string, more: object = {}) => ({ ...step, action, observation, ...more });
  const steps = [
    called('Search', 'too long ago', { arguments: '{"q":1}' }),
    called('List', 'a\n b', { arguments: '{"in":"/"}' }),
    called('RetrieveFacts', 'recalled', { from_memory: true }),
    called('Read', '', { arguments: '{}' }),
    called('Write', 'Error: no room', { arguments: '{}', success: false }),
  ];
  await publish(
    conversations,
    completed({ invocation_id, steps, answer: 'A guess', success: false, error: 'Too many agent iterations' }),
  );
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations).toMatchObject([
    {
      summary: 'Called Search, List, RetrieveFacts, Read and Write (1 of 5 calls failed), then did not finish.',
      result: 'Not finished.\nList {"in":"/"}: a b\nRead: (no output)\nWrite (it failed): Error: no room',
    },
  ]);
  expect(JSON.stringify(chatModel.requests[0]?.messages)).toContain('The task was not finished');
});

test('long questions, answers and steps are cut to what a conversation can carry', async () => {
  await using conversations = await startConversations({ chatModel: saying('Looked.') });
  const steps = Array.from({ length: 10 }, () => ({ ...step, observation: 'ä'.repeat(20_000) }));
  await publish(conversations, completed({ invocation_id, answer: 'ö'.repeat(30_000), steps }));
  const { messages } = await conversations.call('history', { conversation_id: 'c1' });
  expect(messages[1]?.content).toBe('ö'.repeat(30_000));
  expect(messages[1]?.tool_calls.length).toBeLessThan(10);
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations[0]?.result).toMatch(/^ö{2000,2048} \[…\]$/);
});

test('a conversation that was deleted after the invocation ended stays deleted', async () => {
  const clock = turnedClock(Date.parse('2026-05-07T10:00:00Z'));
  await using conversations = await startConversations({ chatModel: saying('Looked.', 'Looked.'), clock });
  await conversations.say('c1', 'forget me');
  await conversations.call('delete', { conversation_id: 'c1' });
  await publish(conversations, completed({ invocation_id }));
  await expect(conversations.said('c1')).rejects.toMatchObject({ type: 'not-found' });
  const later = { id: 'event-2', timestamp: '2026-05-07T10:00:01.000Z' };
  await publish(conversations, completed({ invocation_id: newId('inv') }, later));
  expect(await conversations.said('c1')).toHaveLength(2);
});

test.each([
  [['c1'], 'c1'],
  [['c1', 'c2', 'c3'], 'c3'],
])('of conversations that are stored as merged in a circle, %j, the last takes the exchange', async (circle, last) => {
  await using conversations = await startConversations({ chatModel: saying('Looked.') });
  const { graph } = conversations.fleet.ports;
  for (const id of circle) await conversations.say(id, `said in ${id}`);
  for (const [index, id] of circle.entries())
    await storeAltered(conversations, id, { merged_into: circle[(index + 1) % circle.length] ?? '' });
  const get = graph.get.bind(graph);
  let reads = 0;
  // A walk without an end stops here.
  vi.spyOn(graph, 'get').mockImplementation(async (...asked) => {
    reads += 1;
    if (reads > 1_000) throw new Error('the walk has no end');
    return get(...asked);
  });
  await publish(conversations, completed({ invocation_id }));
  expect(await conversations.said(last)).toEqual([`said in ${last}`, 'Who is Anne?', 'Your wife.']);
  await conversations.say(last, 'And more');
  expect(await conversations.said(last)).toContain('And more');
});

test('a conversation that is stored as merged into itself takes messages', async () => {
  await using conversations = await startConversations();
  await conversations.say('c1', 'one');
  await storeAltered(conversations, 'c1', { merged_into: 'c1' });
  await conversations.say('c1', 'two');
  expect(await conversations.said('c1')).toEqual(['one', 'two']);
});
