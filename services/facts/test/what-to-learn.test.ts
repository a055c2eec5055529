import { OperationError, type Settings } from '@agent-mem/contract';
import { type ChatModel, hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, test } from 'vitest';

const salary = "The user's salary is 4000 euros";
const porto = 'The user lives in Porto';
const said = 'My salary is 4000 euros. I live in Porto.';

/** A model that returns both facts, whatever its prompt says. */
function disobedient(state: { isAway: boolean } = { isAway: false }) {
  return scriptedChatModel(({ template, variables }) => {
    if (state.isAway) return new OperationError('unavailable', 'away');
    if (template === 'extract-facts') return JSON.stringify([salary, porto]);
    if (template !== 'conversation-facts') return 'none';
    const { messages } = variables as { readonly messages: readonly { readonly number: number }[] };
    return JSON.stringify(messages.flatMap(({ number }) => [salary, porto].map((fact) => ({ message: number, fact }))));
  });
}

async function start(settings: Partial<Settings>, options: { chatModel?: ChatModel; environment?: Record<string, string> } = {}) {
  const clock = turnedClock(Date.parse('2026-05-07T09:30:00Z'));
  const services = ['conversations', 'facts', 'graph'];
  const fleet = await startFleet({ services, embedder: hashEmbedder(), clock, http: true, ...options });
  const { call } = fleet.caller;
  await call('graph', 'update_settings', { settings });
  return {
    fleet,
    clock,
    call,
    facts: async () => (await call('facts', 'list', {})).facts.map(({ content }) => content).toSorted(),
    say: (content = said) =>
      call('conversations', 'append_messages', {
        conversation_id: 'c1',
        messages: [{ role: 'user', content }],
        wait_ms: 60_000,
      }),
    async invoke(question = said) {
      await publishEvent(fleet.ports.bus, invocationCompleted({ question, answer: 'I see', extract_facts: true }));
      await fleet.settled();
    },
    async end() {
      await call('conversations', 'end', { conversation_id: 'c1' });
      await fleet.settled();
    },
    metrics: async () => await (await fetch(`${fleet.httpUrl}/metrics`)).text(),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

const ways = [
  ['by rules', undefined],
  ['by a model that returns it anyway', disobedient],
] as const;

describe.each(ways)('%s', (_way, model) => {
  const options = () => (model ? { chatModel: model() } : {});

  test('what is of no category that is refused is learned', async () => {
    await using world = await start({}, options());
    expect((await world.say()).learned.map(({ content }) => content)).toContain(porto);
    expect((await world.facts()).join()).toMatch(/Porto.*salary/);
  });

  test('a category that is never learned is not learned of a message, and the caller is sent the reason', async () => {
    await using world = await start({ never_categories: ['finance'] }, options());
    const { learned, refused, messages } = await world.say();
    expect(learned.map(({ content }) => content)).toEqual([porto]);
    expect(refused).toContainEqual(
      expect.objectContaining({ kind: 'fact', reason: 'category', message_id: messages[0]?.message_id }),
    );
    expect(await world.facts()).toEqual([porto]);
    expect(await world.metrics()).toMatch(/agentmem_memories_left_out_total\{service="facts",kind="Fact",reason="category"\} 1/);
  });

  test('it is not learned of an invocation, nor when the conversation ends', async () => {
    await using world = await start({ never_categories: ['finance'] }, options());
    await world.invoke();
    await world.say(said);
    await world.end();
    expect(await world.facts()).toEqual([porto]);
  });

  test('categories that alone are learned leave out the others', async () => {
    await using world = await start({ keep_categories: ['finance'] }, options());
    const { learned } = await world.say();
    expect(learned).toHaveLength(1);
    expect((await world.facts()).join()).toMatch(/^[^P]*salary[^P]*$/);
  });

  test('plain words refuse a category, too', async () => {
    await using world = await start({ learning_instructions: 'Never learn anything about my salary or my dog.' }, options());
    await world.say();
    expect(await world.facts()).toEqual([porto]);
  });
});

test('a message of which all is refused taught nothing for that reason', async () => {
  await using world = await start({ never_categories: ['location'] });
  const { messages, nothing_learned } = await world.say('I live in Porto.');
  expect(nothing_learned).toEqual([{ message_id: messages[0]?.message_id, kind: 'fact', reason: 'category' }]);
});

test('also what its writer asks to be remembered is not learned', async () => {
  await using world = await start({ never_categories: ['location'] });
  await world.say('Please remember that I live in Porto.');
  expect(await world.facts()).toEqual([]);
});

test('a model that was away reads later by the settings that hold then', async () => {
  const state = { isAway: true };
  await using world = await start({}, { chatModel: disobedient(state) });
  await world.say('Mmh, Porto and the bank, you know.');
  await world.call('graph', 'update_settings', { settings: { never_categories: ['finance'] } });
  state.isAway = false;
  for (let minute = 0; minute < 5; minute += 1) {
    await world.clock.advance(60_000);
    await world.fleet.settled();
  }
  expect(await world.facts()).toEqual([porto]);
});

test('the model is shown what is to be learned', async () => {
  const chatModel = disobedient();
  const settings = { learning_instructions: 'Be brief.', keep_categories: ['location'], never_categories: ['finance'] };
  await using world = await start(settings, { chatModel });
  await world.say();
  await world.invoke();
  const read = chatModel.requests.filter(({ template }) => template === 'conversation-facts' || template === 'extract-facts');
  expect(new Set(read.map(({ template }) => template)).size).toBe(2);
  for (const request of read) {
    for (const sentence of ['Be brief.', 'Take only what is about: location.', 'Take nothing that is about: finance.'])
      expect(JSON.stringify(request)).toContain(sentence);
  }
});

test('the end of a conversation does not show the scope what is never learned there', async () => {
  await using world = await start({ never_categories: ['finance'] });
  const store = (content: string) => world.call('facts', 'store', { content, conversation_id: 'c1', visibility: 'conversation' });
  await world.say('hello');
  const [hidden, shown] = [await store(salary), await store(porto)];
  await world.end();
  const visibilityOf = async (fact_id: string) => (await world.call('facts', 'get', { fact_id })).fact.visibility;
  expect([await visibilityOf(hidden.fact_id), await visibilityOf(shown.fact_id)]).toEqual(['conversation', 'scope']);
});

test('what a caller stores is not looked at for it', async () => {
  await using world = await start({ never_categories: ['finance'] });
  await world.call('facts', 'store', { content: salary });
  expect(await world.facts()).toEqual([salary]);
});
