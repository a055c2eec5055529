import type { Fact } from '@agent-mem/contract';
import { type ChatModel, hashEmbedder, type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import {
  defaultScope,
  invocationCompleted,
  startFleet,
  type TestFleet,
  type TurnedClock,
  temporaryDirectory,
  turnedClock,
} from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';

/** A model that says these things of whole conversations, and nothing else. */
function reading(...answers: readonly ScriptedAnswer[]) {
  const left = [...answers];
  return scriptedChatModel(({ template }) => (template === 'conversation-facts' ? (left.shift() ?? '[]') : 'none'));
}

async function start(
  options: { chatModel?: ChatModel; directory?: string; clock?: TurnedClock; environment?: Record<string, string> } = {},
) {
  const { directory, ...others } = options;
  const bus = directory ? ({ bus: 'sqlite', directory } as const) : {};
  const fleet = await startFleet({ services: ['conversations', 'facts'], embedder: hashEmbedder(), ...bus, ...others });
  const { call } = fleet.caller;
  return {
    fleet,
    call,
    say: (content: string, metadata: Record<string, string> = {}) =>
      call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content, metadata }),
    store: async (content: string, conversation_id = 'c1') =>
      (await call('facts', 'store', { content, conversation_id, visibility: 'conversation' })).fact_id,
    async end() {
      await call('conversations', 'end', { conversation_id: 'c1' });
      await fleet.settled();
    },
    get: async (fact_id: string) => (await call('facts', 'get', { fact_id })).fact,
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

/** Says this before the facts service is there: it is not read until the conversation ends. */
async function sayUnread(directory: string, contents: readonly string[]): Promise<void> {
  await using fleet = await startFleet({ services: ['conversations'], embedder: hashEmbedder(), bus: 'sqlite', directory });
  for (const content of contents)
    await fleet.caller.call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content });
}

/** What the scope sees, from no conversation. */
const seen = async (fleet: TestFleet, query: string): Promise<readonly Fact[]> =>
  (await fleet.caller.call('facts', 'retrieve', { query })).facts;

const texts = (facts: readonly Fact[]) => facts.map(({ content }) => content);
const learned = async (fleet: TestFleet) => texts((await fleet.caller.call('facts', 'list', {})).facts).toSorted();

describe('what a conversation kept to itself', () => {
  test('is seen by the scope once it is over, at once', async () => {
    await using world = await start();
    await world.say('hello');
    const id = await world.store('The spare key is under the red pot');
    await world.fleet.settled();
    expect(await seen(world.fleet, 'spare key')).toEqual([]);
    await world.end();
    expect(await seen(world.fleet, 'spare key')).toMatchObject([
      { id, visibility: 'scope', conversation_id: 'c1', status: 'ACTIVE' },
    ]);
    expect(await world.fleet.ports.graph.unindexed(['Fact'], 10)).toEqual([]);
    const { versions } = await world.call('facts', 'history', { fact_id: id });
    expect(versions.map(({ change }) => change)).toEqual(['stored', 'promoted']);
    expect(await world.call('facts', 'store', { content: 'The spare key is under the red pot' })).toMatchObject({
      fact_id: id,
      created: false,
    });
  });

  test('gives way to the scope where that holds the same', async () => {
    await using world = await start();
    await world.say('hello');
    const own = await world.store('The spare key is under the red pot');
    const { fact_id: wide } = await world.call('facts', 'store', { content: 'The spare key is under the red pot' });
    expect(wide).not.toBe(own);
    await world.end();
    expect((await seen(world.fleet, 'spare key')).map(({ id }) => id)).toEqual([wide]);
    expect(await world.get(own)).toMatchObject({ status: 'SUPERSEDED', replaced_by: wide, valid_to: expect.any(String) });
    expect((await world.get(wide)).version).toBe(1);
    expect((await world.call('facts', 'retrieve', { query: 'spare key', conversation_id: 'c1' })).facts).toHaveLength(1);
  });

  test('of two conversations is one fact, and others stay their own', async () => {
    await using world = await start();
    await world.say('hello');
    const first = await world.store('The spare key is under the red pot');
    await world.call('conversations', 'append_message', { conversation_id: 'c2', role: 'user', content: 'hello' });
    const second = await world.store('The spare key is under the red pot', 'c2');
    const third = await world.store('The ladder is in the shed', 'c3');
    await world.end();
    await world.call('conversations', 'end', { conversation_id: 'c2' });
    await world.fleet.settled();
    expect(await world.get(first)).toMatchObject({ status: 'ACTIVE', visibility: 'scope' });
    expect(await world.get(second)).toMatchObject({ status: 'SUPERSEDED', replaced_by: first });
    expect(await world.get(third)).toMatchObject({ status: 'ACTIVE', visibility: 'conversation' });
    expect(await seen(world.fleet, 'ladder')).toEqual([]);
  });

  test('is compared with what the scope believes', async () => {
    const clock = turnedClock();
    await using world = await start({ clock });
    const { fact_id: before } = await world.call('facts', 'store', { content: 'The user lives in Lisbon' });
    await clock.advance(60_000);
    await world.say('hello');
    const after = await world.store('The user lives in Porto');
    await world.end();
    await vi.waitFor(async () => expect(await world.get(before)).toMatchObject({ status: 'SUPERSEDED', replaced_by: after }));
    expect(await learned(world.fleet)).toEqual(['The user lives in Porto']);
  });

  test('may be many facts', async () => {
    await using world = await start();
    await world.say('hello');
    for (let shelf = 0; shelf < 120; shelf++) await world.store(`Shelf ${shelf} holds box ${shelf}`);
    await world.end();
    const { facts } = await world.call('facts', 'list', { limit: 200 });
    expect(facts.filter(({ visibility }) => visibility === 'scope')).toHaveLength(120);
  });

  test('stays deleted if it was', async () => {
    await using world = await start();
    await world.say('hello');
    const id = await world.store('The spare key is under the red pot');
    await world.call('facts', 'delete', { fact_id: id });
    await world.end();
    expect(await seen(world.fleet, 'spare key')).toEqual([]);
  });
});

describe('what a user said in invocations', () => {
  test('is looked at again where an invocation kept none of it, and may be learned from', async () => {
    const chatModel = scriptedChatModel(({ template, variables }) => {
      if (template === 'conversation-facts') return '[{"message":1,"fact":"The user plays the cello"}]';
      const { message } = variables as { readonly message?: string };
      return template === 'extract-facts' && message?.includes('dog') ? '["The user has a dog"]' : 'nothing that can be used';
    });
    await using world = await start({ chatModel });
    const said = [
      { question: 'Cello, every evening', extract_facts: true },
      { question: 'I have a dog', extract_facts: true },
      { question: 'I keep a secret', extract_facts: false },
    ];
    for (const [number, done] of said.entries()) {
      const invocation_id = `inv_0190a0a0-0000-7000-8000-00000000000${number}`;
      await publishEvent(
        world.fleet.ports.bus,
        invocationCompleted({ invocation_id, answer: 'I see', ...done }, { id: `e${number}` }),
      );
      await world.fleet.settled();
    }
    const [dog] = (await world.call('facts', 'list', {})).facts;
    expect(dog?.content).toBe('The user has a dog');
    await world.call('facts', 'delete', { fact_id: dog?.id ?? '' });
    await world.end();
    const asked = chatModel.requests.filter(({ template }) => template === 'conversation-facts');
    expect(asked.map(({ variables }) => (variables as { messages: unknown }).messages)).toMatchObject([
      [{ number: 1, content: 'Cello, every evening' }],
    ]);
    const [learned, ...others] = (await world.call('facts', 'list', {})).facts;
    expect(others).toEqual([]);
    expect(learned).toMatchObject({
      content: 'The user plays the cello',
      evidence: { message_id: expect.stringMatching(/^msg_/), invocation_id: 'inv_0190a0a0-0000-7000-8000-000000000000' },
    });
  });
});

describe('what a user said outside any invocation', () => {
  test('is learned with the message as evidence; what invocations kept is left to them', async () => {
    await using world = await start();
    await world.say('Good morning!');
    const { message_id } = await world.say('I met the neighbours. My wife is Anne.');
    await world.say('I live in Lisbon', { invocation_id: 'inv_0190a0a0-0000-7000-8000-000000000000' });
    await world.call('conversations', 'append_message', { conversation_id: 'c1', role: 'assistant', content: 'My dog is Rex' });
    await world.end();
    const [fact, ...others] = (await world.call('facts', 'list', {})).facts;
    expect(others).toEqual([]);
    expect(fact).toMatchObject({
      content: "The user's wife is named Anne",
      evidence: { message_id, quote: 'My wife is Anne.' },
      trust: 'user',
      visibility: 'scope',
      conversation_id: 'c1',
      source: 'c1',
      confidence: 0.8,
    });
    expect(texts(await seen(world.fleet, "Who is the user's wife?"))).toEqual(["The user's wife is named Anne"]);
  });

  test('goes to the model once, with what is known already, and only a list of it is used', async () => {
    const chatModel = reading('[{"message":1,"fact":"The user plays the cello"}]');
    await using directory = await temporaryDirectory();
    await sayUnread(directory.path, ['Hello', 'I play the cello']);
    await using world = await start({ chatModel, directory: directory.path });
    await world.store('The concert is in May');
    await world.end();
    await world.end();
    expect(await learned(world.fleet)).toEqual(['The concert is in May', 'The user plays the cello']);
    const asked = chatModel.requests.filter(({ template }) => template === 'conversation-facts');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.variables).toMatchObject({
      // A greeting says nothing.
      messages: [{ number: 1, content: 'I play the cello' }],
      before: [],
      known: ['The concert is in May'],
    });
  });

  test.each([
    'I found nothing',
    '[{"message":9,"fact":"x"}]',
    '[{"message":0,"fact":"x"}]',
    '[{"message":1,"fact":" "}]',
    '[{"message":1}]',
    '["x"]',
  ])('nothing of it is kept when the model writes %s', async (answer) => {
    await using world = await start({ chatModel: reading(answer) });
    await world.say('I play the cello');
    await world.end();
    expect(await learned(world.fleet)).toEqual([]);
  });

  test('is not learned where it is of health or a national id', async () => {
    const chatModel = reading(
      '[{"message":1,"fact":"The user is diabetic"},{"message":1,"fact":"The user plays the cello"},{"message":2,"fact":"The user\'s SSN is 536-22-1234"}]',
    );
    await using directory = await temporaryDirectory();
    await sayUnread(directory.path, ['I am diabetic and play the cello', 'My SSN is 536-22-1234']);
    await using world = await start({ chatModel, directory: directory.path });
    await world.end();
    expect(await learned(world.fleet)).toEqual(['The user plays the cello']);
  });

  test('is learned by and by where it was much, the newest of it', async () => {
    const chatModel = reading();
    await using directory = await temporaryDirectory();
    await sayUnread(
      directory.path,
      Array.from({ length: 210 }, (_, line) => `line ${line}`),
    );
    await using world = await start({ chatModel, directory: directory.path });
    await world.end();
    const read = chatModel.requests.filter(({ template }) => template === 'conversation-facts');
    const asked = read.map(({ variables }) => (variables as { messages: { content: string }[] }).messages);
    expect(asked.map(({ length }) => length)).toEqual(Array(10).fill(20));
    expect(asked[0]?.[0]?.content).toBe('line 10');
    expect(asked[9]?.[19]?.content).toBe('line 209');
  });

  test('is not learned where that is switched off; what the conversation kept is seen all the same', async () => {
    await using world = await start({ environment: { ENABLE_AUTO_FACT_EXTRACTION: 'false' } });
    await world.say('My wife is Anne');
    await world.store('The concert is in May');
    await world.end();
    expect(texts((await world.call('facts', 'list', {})).facts)).toEqual(['The concert is in May']);
    expect(texts(await seen(world.fleet, 'concert'))).toEqual(['The concert is in May']);
  });
});

describe('an end', () => {
  test('that is told twice has its effects once', async () => {
    const chatModel = reading(
      '[{"message":1,"fact":"The user plays the cello"}]',
      '[{"message":1,"fact":"The user is a cellist"}]',
    );
    await using world = await start({ chatModel });
    await world.say('I play the cello');
    const data = { conversation_ended: { reason: 'signal', message_count: 1 } } as const;
    const event = { id: 'the-end', type: 'conversation-ended', conversation_id: 'c1', ...defaultScope } as const;
    for (let time = 0; time < 2; time++) {
      await publishEvent(world.fleet.ports.bus, { ...event, timestamp: '2026-05-07T09:30:00Z', data });
      await world.fleet.settled();
    }
    expect(await learned(world.fleet)).toEqual(['The user plays the cello']);
  });

  test('after a later message promotes only what is new', async () => {
    const chatModel = reading('[{"message":1,"fact":"The user plays the cello"}]', '[{"message":1,"fact":"The user has a dog"}]');
    await using world = await start({ chatModel });
    await world.say('I play the cello');
    await world.end();
    const [cello] = (await world.call('facts', 'list', {})).facts;
    await world.call('facts', 'delete', { fact_id: cello?.id ?? '' });
    await world.say('I have a dog');
    await world.store('The dog sleeps in the hall');
    await world.end();
    expect(await learned(world.fleet)).toEqual(['The dog sleeps in the hall', 'The user has a dog']);
    const asked = chatModel.requests.filter(({ template }) => template === 'conversation-facts');
    expect(asked.map(({ variables }) => (variables as { messages: unknown }).messages)).toMatchObject([
      [{ number: 1, content: 'I play the cello' }],
      [{ number: 1, content: 'I have a dog' }],
    ]);
  });

  test('by silence counts like one by signal, also while nothing runs', async () => {
    await using directory = await temporaryDirectory();
    const clock = turnedClock();
    {
      await using world = await start({ directory: directory.path, clock });
      await world.say('My wife is Anne');
      await world.store('The concert is in May');
      await world.fleet.settled();
      expect(await seen(world.fleet, 'concert')).toEqual([]);
    }
    await clock.advance(1_800_000);
    await using world = await start({ directory: directory.path, clock });
    await clock.advance(1_000);
    await vi.waitFor(async () => {
      expect(await learned(world.fleet)).toEqual(['The concert is in May', "The user's wife is named Anne"]);
      expect(texts(await seen(world.fleet, 'concert'))).toContain('The concert is in May');
    });
  });
});
