import { invoke, startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';

const services = ['facts', 'episodes', 'conversations', 'working-memory', 'agent'];

async function startAgent(environment: Readonly<Record<string, string>> = {}) {
  const fleet = await startFleet({ services, environment });
  return {
    fleet,
    async ask(question: string) {
      const last = await invoke(fleet.caller, { question, conversation_id: 'c1' });
      await fleet.settled();
      return last;
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

it('answers from what the user said and is still true, and shows nothing else in any tier', async () => {
  await using agent = await startAgent();
  await agent.ask('We live in Lisbon');
  await agent.ask('Hello');
  await agent.ask('I moved to Porto');
  const { answer, receipt } = await agent.ask('Where do I live?');
  expect(answer).toBe('You moved to Porto.');
  // Of three exchanges the one about Lisbon is left out.
  expect(receipt?.tiers.conversation).toMatchObject({ left_out: 2 });
  expect(receipt?.tiers.conversation?.items).toHaveLength(4);
  const { facts } = await agent.fleet.caller.call('facts', 'list', {});
  expect(receipt?.tiers.profile?.items.map(({ id }) => id)).toEqual(facts.map(({ id }) => id));
  expect(receipt?.tiers.facts?.items).toEqual([]);
});

it('knows whom "she" means where the last message spoke of one woman', async () => {
  await using agent = await startAgent();
  await agent.ask('My sister works at Siemens');
  expect((await agent.ask('She quit her job')).answer).toBe('I will remember: Your sister quit her job.');
  expect((await agent.ask('Where does my sister work?')).answer).toBe('Your sister quit her job.');
  const { facts } = await agent.fleet.caller.call('facts', 'list', {});
  expect(facts.map(({ content }) => content)).toEqual(["The user's sister quit her job"]);
});

it('forgets and corrects by the tools that a model has', async () => {
  await using agent = await startAgent();
  await agent.ask('My favourite colour is teal');
  expect((await agent.ask('No, I meant orange, not teal')).answer).toBe('I have corrected it: Your favourite colour is orange.');
  expect((await agent.ask('What is my favourite colour?')).answer).toBe('Your favourite colour is orange.');
  expect((await agent.ask('Forget my favourite colour')).answer).toBe('I have forgotten it.');
  expect((await agent.ask('What is my favourite colour?')).answer).toContain('I do not know');
  const { facts } = await agent.fleet.caller.call('facts', 'list', { statuses: ['DELETED'] });
  expect(facts.map(({ content }) => content)).toHaveLength(2);
});

it('believes what it has put right once, however the user said it', async () => {
  await using agent = await startAgent();
  await agent.ask('My daughter Ida lives in Ulm');
  expect((await agent.ask('Ida moved to Bremen')).answer).toBe('I have corrected it: Your daughter Ida lives in Bremen.');
  const { facts } = await agent.fleet.caller.call('facts', 'list', {});
  expect(facts.map(({ content }) => content).filter((content) => content.includes('Bremen'))).toHaveLength(1);
});

it('forgets a part of a fact where rules can take it out, goes on with the rest, and shows the part nowhere', async () => {
  await using agent = await startAgent();
  const { caller, settled } = agent.fleet;
  await agent.ask('I have two cats and a dog called Rex');
  const { facts: before } = await caller.call('facts', 'list', {});
  expect(before.map(({ content }) => content)).toEqual(['The user has two cats and a dog called Rex']);
  expect((await agent.ask('Forget that my dog is called Rex')).answer).toBe(
    'I have forgotten it. I still know: You have two cats.',
  );
  const { facts } = await caller.call('facts', 'list', {});
  expect(facts.map(({ content }) => content)).toEqual(['The user has two cats']);
  expect((await agent.ask('How many cats do I have?')).answer).toBe('You have two cats.');
  for (const conversation_id of ['c1', 'c2']) {
    const { text } = await caller.call('agent', 'recall', {
      query: 'Is my dog called Rex?',
      conversation_id,
      other_conversations: true,
    });
    expect(text).not.toContain('Rex');
  }
  await settled();
});

it('forgets a fact whole where no rule can take the part out, and says what it forgot', async () => {
  await using agent = await startAgent();
  const content = 'The user has two cats and a dog that barks at the neighbours';
  await agent.fleet.caller.call('facts', 'store', { content });
  await agent.fleet.settled();
  expect((await agent.ask('Forget that I have a dog')).answer).toBe(
    'I have forgotten all of this: You have two cats and a dog that barks at the neighbours.',
  );
  expect((await agent.fleet.caller.call('facts', 'list', {})).facts).toEqual([]);
});

it('shows no message that a deleted fact was learned from, in a conversation of its own or in another', async () => {
  await using agent = await startAgent();
  const { caller, settled } = agent.fleet;
  await caller.call('conversations', 'append_message', { conversation_id: 'c2', role: 'user', content: 'I have a dog' });
  await settled();
  const recalled = async (conversation_id: string) =>
    (await caller.call('agent', 'recall', { query: 'Do I have a dog?', conversation_id, other_conversations: true })).text;
  for (const conversation of ['c1', 'c2']) expect(await recalled(conversation)).toContain('user: I have a dog');
  const { facts } = await caller.call('facts', 'list', {});
  expect(facts.map(({ content }) => content)).toEqual(['The user has a dog']);
  for (const { id } of facts) await caller.call('facts', 'delete', { fact_id: id });
  for (const conversation of ['c1', 'c2']) expect(await recalled(conversation)).not.toContain('dog');
});

it('quotes what comes nearest where no fact answers, and forgets that too', async () => {
  await using agent = await startAgent();
  await agent.ask('Might buy the block next door off Kev');
  expect((await agent.ask('Whose block might I buy?')).answer).toBe(
    'I do not know for sure. You said: "Might buy the block next door off Kev"',
  );
  expect((await agent.ask("Forget what I said about Kev's block")).answer).toBe('I have forgotten it.');
  expect((await agent.ask('Whose block might I buy?')).answer).toContain('I do not know: ');
});

it.each([
  [
    'in other words',
    "I switched from coffee to tea. My sister's called Ida.",
    'Forget that I drink tea',
    "The user's sister is named Ida",
  ],
  [
    'beside another',
    'I switched from coffee to tea and my wife lives in Rome',
    'Forget that I drink tea',
    "The user's wife lives in Rome",
  ],
])('forgets what it learned from a message that says what is to be forgotten %s', async (_, said, request, left) => {
  await using agent = await startAgent();
  await agent.ask(said);
  expect((await agent.fleet.caller.call('facts', 'list', {})).facts).toHaveLength(2);
  expect((await agent.ask(request)).answer).toBe('I have forgotten it.');
  const { facts } = await agent.fleet.caller.call('facts', 'list', {});
  expect(facts.map(({ content }) => content)).toEqual([left]);
});

it('quotes what the user said where it shares more of the question than any fact', async () => {
  await using agent = await startAgent();
  await agent.ask('My friend Nora sings in a choir');
  await agent.ask('So Nora is after learning the accordion');
  expect((await agent.ask("What's Nora learning the accordion for?")).answer).toContain('learning the accordion');
});

it.each([
  ['not approved', { APPROVE_TOOLS: 'Forget' }],
  ['out of room', { MAX_FACTS: '2' }],
])('changes nothing where forgetting a part is refused: %s', async (_, environment) => {
  await using agent = await startAgent(environment);
  await agent.ask('I have two cats and a dog called Rex');
  expect((await agent.ask('Forget that my dog is called Rex')).answer).toMatch(/^I could not do it\. /);
  const { facts } = await agent.fleet.caller.call('facts', 'list', {});
  expect(facts.map(({ content }) => content)).toEqual(['The user has two cats and a dog called Rex']);
});

it('says why it could not forget', async () => {
  await using agent = await startAgent({ MAX_FACTS: '1' });
  await agent.ask('I live in Lisbon');
  await agent.ask('Might buy the block next door off Kev');
  expect((await agent.ask("Forget what I said about Kev's block")).answer).toMatch(/^I could not do it. MAX_FACTS: /);
});

it('learns what stands before a question, and answers the question', async () => {
  await using agent = await startAgent();
  expect((await agent.ask('My wife is Anne. What do you know about me?')).answer).toBe(
    'I will remember: Your wife is named Anne.',
  );
  expect((await agent.ask('I live in Rome. Who is my wife?')).answer).toBe(
    'I will remember: You live in Rome. Your wife is named Anne.',
  );
});

it('shows what is said again after it was forgotten', async () => {
  await using agent = await startAgent();
  await agent.ask('I live in Lisbon');
  expect((await agent.ask('Forget that I live in Lisbon')).answer).toBe('I have forgotten it.');
  const recalled = async () =>
    (await agent.fleet.caller.call('agent', 'recall', { query: 'Where do I live?', conversation_id: 'c1' })).text;
  expect(await recalled()).not.toContain('Lisbon');
  await agent.ask('I live in Lisbon');
  expect(await recalled()).toContain('user: I live in Lisbon');
});

it('promises to remember only what it learns, and of health what it is asked to', async () => {
  await using agent = await startAgent();
  const said = 'My sister Clara is allergic to peanuts. I live in Lisbon.';
  expect((await agent.ask(said)).answer).toBe(
    'I will remember: Your sister is named Clara. You live in Lisbon. I learn this only if you ask me to remember it: Your sister Clara is allergic to peanuts.',
  );
  expect((await agent.ask('What is Clara allergic to?')).answer).toContain('I do not know');
  const asked = await agent.ask('Remember that my sister Clara is allergic to peanuts');
  expect(asked.answer).toContain('I will remember: ');
  expect(asked.answer).toContain('Clara is allergic to peanuts');
  expect((await agent.ask('What is Clara allergic to?')).answer).toContain('allergic to peanuts');
});

it('says so where a tool is switched off, and changes nothing', async () => {
  await using agent = await startAgent({ ENABLE_TOOL_FORGET: 'false' });
  await agent.ask('My favourite colour is teal');
  expect((await agent.ask('Forget my favourite colour')).answer).toContain('the tool Forget is switched off');
  expect((await agent.ask('What is my favourite colour?')).answer).toBe('Your favourite colour is teal.');
});

it('quotes itself only where it is asked to', async () => {
  await using agent = await startAgent();
  const first = await agent.ask('My favourite colour is teal');
  expect((await agent.ask('What was your first answer?')).answer).toBe(`I answered: "${first.answer}"`);
});

it('quotes its first answer after forty long ones, those that a program appended too', async () => {
  await using agent = await startAgent();
  for (let n = 1; n <= 40; n += 1) {
    const messages = [
      { role: 'user' as const, content: `Tell me part ${n}` },
      { role: 'assistant' as const, content: `This is part ${n}. ${'It is long. '.repeat(3_000)}` },
    ];
    for (const message of messages)
      await agent.fleet.caller.call('conversations', 'append_message', { conversation_id: 'c1', ...message });
  }
  const { answer, receipt } = await agent.ask('What was your first answer?');
  expect(answer).toMatch(/^I answered: "This is part 1\. It is long\./);
  expect(receipt?.tiers.conversation?.error).toBeNull();
});
