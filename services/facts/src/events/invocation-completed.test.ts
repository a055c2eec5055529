import { OperationError } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { completeInvocation, startFacts } from '../../test/start-facts.ts';

/** When the invocations of these tests were. */
const said_at = 'Thursday, 2026-05-07 09:30 UTC';

const anne = "The user's wife is named Anne";

test('what the user said becomes facts with their evidence, findable at once', async () => {
  await using facts = await startFacts({ answers: [JSON.stringify([anne, 'The user likes tea'])] });
  await completeInvocation(facts.fleet, { question: 'My wife is Anne, and I like tea' });
  await facts.fleet.settled();
  expect(await facts.retrieve({ query: 'Anne' })).toEqual([anne]);
  const { facts: all } = await facts.fleet.caller.call('facts', 'list', {});
  expect(all.map(({ content }) => content).toSorted()).toEqual([anne, 'The user likes tea'].toSorted());
  expect(all[0]).toMatchObject({
    source: 'c1',
    conversation_id: 'c1',
    visibility: 'scope',
    trust: 'user',
    confidence: 0.8,
    timestamp: '2026-05-07T09:30:00.000Z',
    evidence: { message_id: '', invocation_id: 'inv_1', quote: 'My wife is Anne, and I like tea' },
  });
});

test.each([
  ['that breaks off', `["${anne}", "The user li`, [anne, 'The user likes tea']],
  ['that is whole', `["${anne}"]`, [anne]],
])(
  'beside an answer %s, rules add what the user said and it lacks, and standing instructions always',
  async (_, answer, learned) => {
    await using facts = await startFacts({ answers: [answer, '[]', '[]'] });
    await completeInvocation(facts.fleet, { question: 'My wife is Anne. I like tea. Please keep your answers short.' });
    await facts.fleet.settled();
    const { facts: all } = await facts.fleet.caller.call('facts', 'list', {});
    expect(all.map(({ content }) => content).toSorted()).toEqual(
      [...learned, 'The user wants the assistant to keep its answers short'].toSorted(),
    );
  },
);

test.each([
  ['the question', 'user', 'msg_question'],
  ['the answer, with which stands what tools showed,', 'tool', 'msg_answer'],
])('a fact names the message of %s', async (_, from, message_id) => {
  await using facts = await startFacts({ answers: [JSON.stringify([{ text: 'Anne runs a bakery', from }])] });
  await completeInvocation(facts.fleet, {
    question: 'Anne runs a bakery',
    question_message_id: 'msg_question',
    answer_message_id: 'msg_answer',
    steps: [{ action: 'Search', observation: 'Anne runs a bakery', success: true }],
  });
  await facts.fleet.settled();
  const { facts: all } = await facts.fleet.caller.call('facts', 'list', {});
  expect(all.map(({ evidence }) => evidence)).toMatchObject([{ message_id, invocation_id: 'inv_1' }]);
});

test('the model is shown the question and what tools showed, never what memory showed', async () => {
  await using facts = await startFacts({ answers: ['[]'] });
  const steps = [
    { action: 'Search', observation: 'Anne runs a bakery', success: true },
    { action: 'RetrieveFacts', observation: 'planted', success: true, from_memory: true },
    { action: 'RecallEpisodes', observation: 'planted', success: true },
  ];
  await completeInvocation(facts.fleet, { steps, answer: 'planted' });
  await facts.fleet.settled();
  expect(facts.chatModel.requests.map(({ template, variables }) => [template, variables])).toEqual([
    ['extract-facts', { message: 'My wife is Anne', said_at, observations: ['Anne runs a bakery'] }],
  ]);
  expect(JSON.stringify(facts.chatModel.requests)).not.toContain('planted');
});

test('the facts of one invocation are compared with what is known in one question, and not with each other', async () => {
  const decisions = '[{"id":0,"event":"UPDATE","by":2},{"id":1,"event":"ADD"},{"id":2,"event":"ADD"}]';
  await using facts = await startFacts({ answers: [JSON.stringify(['The user likes tea', anne]), decisions] });
  await facts.store({ content: "The user's wife is named Eva" });
  await facts.fleet.settled();
  await completeInvocation(facts.fleet, { question: 'My wife is Anne, and I like tea' });
  await facts.fleet.settled();
  expect(facts.chatModel.requests.map(({ template }) => template)).toEqual(['extract-facts', 'reconcile-facts']);
  const asked = facts.chatModel.requests[1]?.variables as { memories: object[]; facts: object[] };
  expect([asked.memories.length, asked.facts.length]).toEqual([1, 2]);
});

test.each([
  ['set so', { EXTRACT_FROM: 'user' }],
  ['the preset is agent-cli', { RECALL_PRESET: 'agent-cli' }],
])('the user message alone is looked at when %s', async (_, environment) => {
  await using facts = await startFacts({ answers: ['[]'], environment });
  await completeInvocation(facts.fleet, { steps: [{ action: 'Search', observation: 'Anne runs a bakery', success: true }] });
  await facts.fleet.settled();
  const { variables, messages } = facts.chatModel.requests[0] ?? {};
  expect(variables).toEqual({ message: 'My wife is Anne', said_at, observations: [] });
  expect(messages?.at(-1)?.content).toContain(`<memory kind="message" time="${said_at}">My wife is Anne</memory>`);
});

test('what a tool showed is kept with its trust; what it gave back of memory is not looked at', async () => {
  const bakery = { text: 'Anne runs a bakery', from: 'tool' };
  await using facts = await startFacts({ answers: [JSON.stringify([bakery])] });
  const known = await facts.store({ content: 'The user likes tea' });
  await facts.fleet.settled();
  const observation = 'Anne runs a bakery.\nNote: The user likes tea';
  await completeInvocation(facts.fleet, { injected_ids: [known], steps: [{ action: 'Search', observation, success: true }] });
  await facts.fleet.settled();
  expect(facts.chatModel.requests[0]?.variables).toEqual({
    message: 'My wife is Anne',
    said_at,
    observations: ['Anne runs a bakery.'],
  });
  const [fact] = (await facts.fleet.caller.call('facts', 'list', {})).facts;
  expect(fact).toMatchObject({ trust: 'tool', confidence: 0.6, evidence: { quote: 'Anne runs a bakery.' } });
});

test('what an agent had noted takes its place once the user says it too; what a tool shows again gains nothing', async () => {
  const moved = 'The user lives in Basel';
  const answers = [JSON.stringify([{ text: moved, from: 'tool' }]), JSON.stringify([moved])];
  await using facts = await startFacts({
    answers: ({ template }) => {
      if (template === 'extract-facts') return answers.shift() ?? '[]';
      return '[{"id":0,"event":"UPDATE"},{"id":1,"event":"ADD"}]';
    },
  });
  const { caller } = facts.fleet;
  await facts.store({ content: 'The user lives in Bern', timestamp: '2026-01-01T00:00:00Z' });
  await facts.fleet.settled();
  const noted = await facts.store({ content: moved, trust: 'agent', timestamp: '2026-02-01T00:00:00Z' });
  await facts.fleet.settled();
  const steps = [{ action: 'Search', observation: moved, success: true }];
  await completeInvocation(facts.fleet, { question: 'Where do I live?', steps });
  await facts.fleet.settled();
  expect((await caller.call('facts', 'get', { fact_id: noted })).fact).toMatchObject({ trust: 'agent', version: 1 });
  expect(await facts.list()).toHaveLength(2);
  await completeInvocation(facts.fleet, { question: 'I live in Basel now.', invocation_id: 'inv_2' }, 'event-2');
  await facts.fleet.settled();
  const { fact } = await caller.call('facts', 'get', { fact_id: noted });
  expect(fact).toMatchObject({
    trust: 'user',
    confidence: 0.8,
    evidence: { invocation_id: 'inv_2', quote: 'I live in Basel now.' },
  });
  expect(await facts.list()).toEqual([moved]);
});

test('an event that comes again has no second effect, and no second model call', async () => {
  await using facts = await startFacts({ answers: [`["${anne}"]`, '["Something else"]'] });
  await completeInvocation(facts.fleet, {}, 'event-1');
  await facts.fleet.settled();
  await completeInvocation(facts.fleet, {}, 'event-1');
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toHaveLength(1);
  expect(await facts.list()).toEqual([anne]);
});

test('an event that brought nothing is not asked about again either', async () => {
  await using facts = await startFacts({ answers: ['[]', `["${anne}"]`] });
  await completeInvocation(facts.fleet, {});
  await facts.fleet.settled();
  await completeInvocation(facts.fleet, {});
  await facts.fleet.settled();
  expect(await facts.list()).toEqual([]);
});

test('what is known already is not stored again', async () => {
  await using facts = await startFacts({ answers: [`["${anne}", "${anne}"]`] });
  const known = await facts.store({ content: anne, source: 'letter' });
  await completeInvocation(facts.fleet, {});
  await facts.fleet.settled();
  const { facts: all } = await facts.fleet.caller.call('facts', 'list', {});
  expect(all.map(({ id, source }) => [id, source])).toEqual([[known, 'letter']]);
});

test.each(['The user has a wife called Anne.', '[{"fact": "Anne"}]', '', `["${'x'.repeat(1_025)}"]`])(
  'after %.30j, twice, the rules read the message, and the event is done with',
  async (answer) => {
    await using facts = await startFacts({ answers: [answer, answer] });
    await completeInvocation(facts.fleet, {});
    await facts.fleet.settled();
    expect(await facts.list()).toEqual([anne]);
    expect(facts.chatModel.requests).toHaveLength(2);
  },
);

test('what can be used of an answer is learned, without another question', async () => {
  await using facts = await startFacts({ answers: [JSON.stringify([anne, '  ', { fact: 'tea' }, 'The user likes tea'])] });
  await completeInvocation(facts.fleet, { question: 'My wife is Anne, and I like tea' });
  await facts.fleet.settled();
  expect((await facts.list()).toSorted()).toEqual([anne, 'The user likes tea'].toSorted());
  expect(facts.chatModel.requests.filter(({ template }) => template === 'extract-facts')).toHaveLength(1);
});

test('a model is shown what is wrong with its answer, and the second one counts', async () => {
  await using facts = await startFacts({ answers: ['The user has a wife called Anne.', `["${anne}"]`] });
  await completeInvocation(facts.fleet, {});
  await facts.fleet.settled();
  expect(await facts.list()).toEqual([anne]);
  const [first, second] = facts.chatModel.requests;
  expect(first).toMatchObject({ temperature: 0, schema: { name: 'facts' } });
  expect(second?.messages.slice(0, -2)).toEqual(first?.messages);
  expect(second?.messages.at(-1)?.content).toContain('not-json');
});

test('a model that refuses is not asked again: the rules read the message', async () => {
  await using facts = await startFacts({ answers: [new OperationError('invalid-argument', 'The prompt is too long')] });
  await completeInvocation(facts.fleet, {});
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toHaveLength(1);
  expect(await facts.list()).toEqual([anne]);
});

test.each([
  ['the invocation forbids it', { extract_facts: false }, {}],
  ['it is switched off', {}, { ENABLE_AUTO_FACT_EXTRACTION: 'false' }],
  ['nothing was asked', { question: '' }, {}],
])('nothing is learned when %s', async (_, done, environment) => {
  await using facts = await startFacts({ answers: [`["${anne}"]`], environment });
  await completeInvocation(facts.fleet, done);
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toEqual([]);
  expect(await facts.list()).toEqual([]);
});

test('a message that only asks about the world is not read by the model, unless a tool showed something', async () => {
  await using facts = await startFacts({ answers: () => '[]' });
  await completeInvocation(facts.fleet, { question: 'What is the capital of France?' }, 'event-1');
  await completeInvocation(facts.fleet, { question: 'Thanks!', invocation_id: 'inv_2' }, 'event-2');
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toEqual([]);
  const steps = [{ action: 'Search', observation: 'Anne runs a bakery', success: true }];
  await completeInvocation(facts.fleet, { question: 'Who runs a bakery?', steps, invocation_id: 'inv_3' }, 'event-3');
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toHaveLength(1);
});

test.each([
  ['none', ['The user lives in Lisbon']],
  ['health', ['The user is diabetic', 'The user lives in Lisbon']],
  ['national-id', ['The user lives in Lisbon', "The user's passport number is X1234567"]],
  ['all', ['The user is diabetic', 'The user lives in Lisbon', "The user's passport number is X1234567"]],
])('of personal data a model teaches what LEARN_PERSONAL_DATA lets it: %s', async (allowed, expected) => {
  const said = ['The user is diabetic', "The user's passport number is X1234567", 'The user lives in Lisbon'];
  const environment = { LEARN_PERSONAL_DATA: allowed };
  await using facts = await startFacts({ answers: [JSON.stringify(said), '[]', '[]'], environment });
  await completeInvocation(facts.fleet, {
    question: 'I am diabetic, my passport number is X1234567 and I live in Lisbon',
  });
  await facts.fleet.settled();
  const { facts: all } = await facts.fleet.caller.call('facts', 'list', {});
  expect(all.map(({ content }) => content).toSorted()).toEqual(expected);
  const isShown = (word: string) => all.some(({ evidence }) => evidence?.quote.includes(word));
  expect([isShown('diabetic'), isShown('X1234567')]).toEqual([
    allowed === 'health' || allowed === 'all',
    allowed === 'national-id' || allowed === 'all',
  ]);
});

test('by rules nothing is learned of health and of national ids', async () => {
  await using facts = await startFacts({ byRules: true });
  await completeInvocation(facts.fleet, { question: 'I am diabetic. I live in Lisbon. My passport number is X1234567.' });
  await facts.fleet.settled();
  expect(await facts.list()).toEqual(['The user lives in Lisbon']);
});
