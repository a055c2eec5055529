import { newId, OperationError, type RequestOf } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { type Conversations, startConversations } from '../../test/start-conversations.ts';

const services = ['conversations', 'graph'];
const found = { main_topic: 'The login', key_findings: ['The token expires early'], action_items: ['Add a test'] };

/** What was said about a login that fails. */
async function discuss(conversations: Conversations, conversation_id = 'c1'): Promise<void> {
  const say = (role: 'user' | 'assistant', content: string) =>
    conversations.call('append_message', { conversation_id, role, content });
  await say('user', 'Hello. Why does the login of the shop fail at night?');
  await say(
    'assistant',
    'I looked at the login. The cause is a token that expires early.\n- We should add a test for the token.',
  );
  await say('user', 'Thanks, and what about the shop?');
}

const insightsIn = async ({ fleet }: Conversations) =>
  (await fleet.ports.graph.find(defaultScope, { kinds: ['Insight'], order: 'createdAt', limit: 100 })).items;

test('without a model rules say what a conversation came to, and that it was them', async () => {
  await using conversations = await startConversations({ services });
  await discuss(conversations);
  const answer = await conversations.call('insights', { conversation_id: 'c1' });
  expect(answer).toMatchObject({
    main_topic: 'Why does the login of the shop fail at night?',
    key_findings: ['The cause is a token that expires early.'],
    action_items: ['We should add a test for the token.'],
    by: 'rules',
    model_away: false,
    usage: [],
  });
  expect(JSON.parse(answer.results ?? '')).toEqual({
    main_topic: answer.main_topic,
    key_findings: answer.key_findings,
    action_items: answer.action_items,
  });
  const [insight] = await insightsIn(conversations);
  expect(insight).toMatchObject({ id: answer.insight_id, conversationId: 'c1', properties: { by: 'rules', message_count: 3 } });
  const around = await conversations.fleet.ports.graph.neighbours(defaultScope, insight?.id ?? '', {
    direction: 'out',
    limit: 9,
  });
  expect(around.items.map(({ edge, node }) => [edge.kind, node.id])).toEqual([['insight_of', 'conv_c1']]);
});

test('insights are read at their node, to which their conversation leads', async () => {
  await using conversations = await startConversations({ services });
  const { call } = conversations.fleet.caller;
  await discuss(conversations);
  const { insight_id, results } = await conversations.call('insights', { conversation_id: 'c1', task: 'the standup' });
  const { neighbours } = await call('graph', 'neighbours', { id: 'conv_c1', direction: 'in', kinds: ['insight_of'] });
  expect(neighbours.map(({ node }) => node?.id)).toEqual([insight_id]);
  expect(JSON.parse(neighbours[0]?.node?.properties ?? 'null')).toEqual({
    ...{ results, task: 'the standup', by: 'rules', model_away: false, message_count: 3 },
  });
});

test('a model reads all that was said, for what the caller wants it for, and GetJob holds what it found', async () => {
  const chatModel = scriptedChatModel([JSON.stringify(found)]);
  await using conversations = await startConversations({ services, chatModel });
  await discuss(conversations);
  const answer = await conversations.call('insights', { conversation_id: 'c1', task: 'Prepare the review' });
  expect(answer).toMatchObject({ ...found, by: chatModel.id, results: JSON.stringify(found) });
  expect(answer.usage).toMatchObject([{ model: chatModel.id, calls: 1 }]);
  const [asked] = chatModel.requests;
  const prompt = asked?.messages.map(({ content }) => content).join('\n') ?? '';
  for (const part of ['Prepare the review', 'fail at night', 'expires early', 'what about the shop'])
    expect(prompt).toContain(part);
  const { job } = await conversations.fleet.caller.call('graph', 'get_job', { job_id: answer.job_id ?? '' });
  expect(job).toMatchObject({ kind: 'insights', status: 'done', progress: 1, subject: 'c1' });
  expect(job?.result).toMatchObject({ results: answer.results, by: chatModel.id, insight_id: answer.insight_id });
});

test('a long conversation is read in parts, each with what was found before', async () => {
  const first = { ...found, key_findings: ['FIRST'] };
  const chatModel = scriptedChatModel([JSON.stringify(first), JSON.stringify(found)]);
  await using conversations = await startConversations({ services, chatModel });
  for (const part of ['one', 'more', 'more', 'more', 'more', 'two'])
    await conversations.say('c1', `${part} ${'login '.repeat(1_300)}`);
  expect(await conversations.call('insights', { conversation_id: 'c1' })).toMatchObject(found);
  const [one, two] = chatModel.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect([one?.includes('one login'), one?.includes('two login'), one?.includes('FIRST')]).toEqual([true, false, false]);
  expect([two?.includes('one login'), two?.includes('two login'), two?.includes('FIRST')]).toEqual([false, true, true]);
});

test('insights have the form that the caller gives: a schema, or its properties alone', async () => {
  const fitting = JSON.stringify({ risk: 3, key_findings: ['x'] });
  const chatModel = scriptedChatModel(['{"risk":"high"}', fitting, fitting, '{"risk":3}']);
  await using conversations = await startConversations({ services, chatModel });
  await discuss(conversations);
  const properties = { risk: { type: 'integer', minimum: 1, maximum: 5 }, key_findings: { type: 'array' } };
  const asked = async (output_schema: object, items: readonly string[] = []) =>
    (await conversations.call('insights', { conversation_id: 'c1', output_schema: JSON.stringify(output_schema), items }))
      .results;
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  expect(await asked({ $schema, type: 'object', properties, required: ['risk'] })).toBe(fitting);
  expect(chatModel.requests).toHaveLength(2);
  expect(await asked(properties)).toBe(fitting);
  expect(await asked(properties, ['risk'])).toBe('{"risk":3}');
});

test.each<[string, Partial<RequestOf<'conversations', 'insights'>>, RegExp]>([
  ['no conversation', { conversation_id: '' }, /^conversation_id: is required, or conversation_ids$/],
  ['a schema that is no JSON', { output_schema: '{' }, /^insights\.output_schema: /],
  ['a schema that is no object', { output_schema: '[]' }, /^output_schema: must be a JSON object$/],
  ['a schema of a list', { output_schema: '{"type":"array","items":{}}' }, /^output_schema: must have properties$/],
  ['a type that there is not', { output_schema: '{"a":{"type":"txt"}}' }, /^output_schema: is no JSON Schema: /],
  ['a check that would be awaited', { output_schema: '{"a":{"$async":true}}' }, /^output_schema\.properties\.a\.\$async: /],
  [
    'a schema elsewhere',
    { output_schema: '{"a":{"$ref":"http://x/y"}}' },
    /^output_schema\.properties\.a\.\$ref: must point into/,
  ],
  [
    'an item that its schema has not',
    { output_schema: '{"a":{}}', items: ['a', 'b'] },
    /^items\[1\]: output_schema has no property b$/,
  ],
])('a request with %s is refused by name', async (_, request, message) => {
  await using conversations = await startConversations();
  await discuss(conversations);
  const asked = conversations.call('insights', { conversation_id: 'c1', ...request });
  await expect(asked).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(message) });
});

test.each([
  ['whose expression searches for ever', { a: { type: 'string', pattern: '^(a+)+$' } }, {}],
  [
    'whose references double at each level',
    { a: { $ref: '#/$defs/d0' } },
    {
      d40: { type: 'integer' },
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, level) => [`d${level}`, { anyOf: Array(2).fill({ $ref: `#/$defs/d${level + 1}` }) }]),
      ),
    },
  ],
])('a schema %s ends its job and holds nothing up', async (_, properties, $defs) => {
  const chatModel = scriptedChatModel([JSON.stringify({ a: `${'a'.repeat(40)}!` })]);
  await using conversations = await startConversations({ services, chatModel });
  await discuss(conversations);
  const output_schema = JSON.stringify({ type: 'object', properties, $defs });
  await expect(conversations.call('insights', { conversation_id: 'c1', output_schema })).rejects.toMatchObject({
    type: 'failed-precondition',
    message: 'output_schema: it takes longer than 500 ms to check',
  });
});

test('of several conversations each has insights of its own, and they are answered together', async () => {
  await using conversations = await startConversations({ services });
  await discuss(conversations, 'c1');
  await conversations.say('c2', 'Hi! We decided to paint the house blue.');
  const answer = await conversations.call('insights', { conversation_ids: ['c1', 'c2', 'c1'], items: ['key_findings'] });
  expect(answer.key_findings).toEqual(['The cause is a token that expires early.', 'We decided to paint the house blue.']);
  expect([answer.insight_id, answer.main_topic]).toEqual([null, '']);
  const { main_topic } = await conversations.call('insights', { conversation_id: 'c2' });
  expect(main_topic).toBe('We decided to paint the house blue.');
  const stored = await insightsIn(conversations);
  expect(JSON.parse(answer.results ?? '')).toEqual([
    { conversation_id: 'c1', insight_id: stored[0]?.id, by: 'rules', results: { key_findings: [answer.key_findings[0]] } },
    { conversation_id: 'c2', insight_id: stored[1]?.id, by: 'rules', results: { key_findings: [answer.key_findings[1]] } },
  ]);
  await expect(conversations.call('insights', { conversation_ids: ['c1', 'c9'] })).rejects.toMatchObject({
    type: 'not-found',
    message: 'Conversation c9 not found',
  });
});

test('as many conversations as a list answers by default are looked at in one request', async () => {
  await using conversations = await startConversations({ services });
  const conversation_ids = Array.from({ length: 50 }, (_, index) => `c${index}`);
  for (const id of conversation_ids) await conversations.say(id, `We decided to paint house ${id} blue.`);
  const { job_id, ...answer } = await conversations.call('insights', { conversation_ids }, { timeoutMs: 60_000 });
  expect([job_id, answer.key_findings]).toEqual([
    expect.stringMatching(/^job_/),
    conversation_ids.map((id) => `We decided to paint house ${id} blue.`),
  ]);
});

test('a model that is away, or answers what cannot be used, leaves it to the rules, which say so', async () => {
  const away = scriptedChatModel([new OperationError('unavailable', 'no such host')]);
  await using conversations = await startConversations({ services, chatModel: away });
  await discuss(conversations);
  const answer = await conversations.call('insights', { conversation_id: 'c1' });
  expect(answer).toMatchObject({ by: 'rules', model_away: true, key_findings: ['The cause is a token that expires early.'] });
  const unusable = scriptedChatModel(['I cannot', 'really not']);
  await using others = await startConversations({ services, chatModel: unusable });
  await discuss(others);
  expect(await others.call('insights', { conversation_id: 'c1' })).toMatchObject({ by: 'rules', model_away: false });
});

test('a repeat by its idempotency key is answered the same insights, made once', async () => {
  await using conversations = await startConversations({ services });
  await discuss(conversations);
  const idempotencyKey = newId('job');
  const ask = () => conversations.call('insights', { conversation_id: 'c1' }, { idempotencyKey });
  const first = await ask();
  expect(await ask()).toEqual(first);
  expect(await insightsIn(conversations)).toHaveLength(1);
});

test('what is not done within the request answers its job, and is cancelled by it', async () => {
  const clock = turnedClock();
  const chatModel = scriptedChatModel([{ hang: true }]);
  await using conversations = await startConversations({ services, chatModel, clock });
  await discuss(conversations);
  const { call } = conversations.fleet.caller;
  const asked = conversations.call('insights', { conversation_id: 'c1' }, { timeoutMs: 5_000 });
  const jobs = async () => (await call('graph', 'list_jobs', {})).jobs;
  await vi.waitFor(async () => expect(await jobs()).toHaveLength(1));
  for (let second = 0; second < 5; second++) await clock.advance(1_000);
  const answer = await asked;
  expect(answer).toMatchObject({ job_id: (await jobs())[0]?.id, results: null, insight_id: null, by: '' });
  await call('graph', 'cancel_job', { job_id: answer.job_id ?? '' });
  await clock.advance(120_000);
  await conversations.fleet.settled();
  expect((await jobs())[0]).toMatchObject({ status: 'cancelled' });
  expect(await insightsIn(conversations)).toEqual([]);
});

test('insights go with their conversation, and the jobs that hold them with any of theirs', async () => {
  await using conversations = await startConversations({ services });
  await discuss(conversations, 'c1');
  await discuss(conversations, 'c2');
  const { call } = conversations.fleet.caller;
  const made = await conversations.call('insights', { conversation_ids: ['c1', 'c2'] });
  const other = await conversations.call('insights', { conversation_id: 'c1' });
  const left = async () => (await call('graph', 'list_jobs', {})).jobs.map(({ id }) => id);
  expect(await left()).toEqual([other.job_id, made.job_id]);
  await call('graph', 'purge', { conversation_id: 'c2' });
  expect(await left()).toEqual([other.job_id]);
  expect((await insightsIn(conversations)).map(({ conversationId }) => conversationId)).toEqual(['c1', 'c1']);
  await conversations.call('delete', { conversation_id: 'c1' });
  expect(await insightsIn(conversations)).toEqual([]);
  await conversations.call('restore', { id: 'c1' });
  expect(await insightsIn(conversations)).toHaveLength(2);
  await conversations.call('purge', { everything: true });
  expect([await insightsIn(conversations), await left()]).toEqual([[], []]);
});

test('insights go with any message that they may repeat', async () => {
  await using conversations = await startConversations({ services });
  await discuss(conversations, 'c1');
  await discuss(conversations, 'c2');
  const { call } = conversations.fleet.caller;
  const kept = await conversations.call('insights', { conversation_id: 'c2' });
  await conversations.call('insights', { conversation_id: 'c1' });
  await conversations.call('insights', { conversation_ids: ['c1', 'c2'] });
  const { messages } = await conversations.call('history', { conversation_id: 'c1' });
  await call('graph', 'purge', { id: messages[1]?.id ?? '' });
  expect((await insightsIn(conversations)).map(({ conversationId }) => conversationId)).toEqual(['c2', 'c2']);
  expect((await call('graph', 'list_jobs', {})).jobs.map(({ id }) => id)).toEqual([kept.job_id]);
});
