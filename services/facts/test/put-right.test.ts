import { hashEmbedder } from '@agent-mem/llm';
import { startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { completeInvocation } from './start-facts.ts';

/** Conversations and facts, by the local rules. */
async function start() {
  const fleet = await startFleet({ services: ['conversations', 'facts'], embedder: hashEmbedder() });
  const { call } = fleet.caller;
  return {
    fleet,
    say: (content: string) =>
      call('conversations', 'append_messages', {
        conversation_id: 'c1',
        messages: [{ role: 'user', content }],
        wait_ms: 60_000,
      }),
    async invoke(question: string, id: string) {
      await completeInvocation(fleet, { question }, id);
      await fleet.settled();
    },
    interpret: (message: string) => call('facts', 'interpret', { message }),
    facts: async () => (await call('facts', 'list', {})).facts,
    contents: async () => (await call('facts', 'list', {})).facts.map(({ content }) => content),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

test.each([
  ["Remember that I'm allergic to cats", "I'm not allergic to cats any more", 'The user is not allergic to cats any more'],
  [
    "Remember that I'm allergic to cats",
    "I'm not allergic to cats any more because I did a desensitisation",
    'The user is not allergic to cats any more because they did a desensitisation',
  ],
  [
    'Merk dir, dass ich allergisch gegen Katzen bin',
    'Ich bin nicht mehr allergisch gegen Katzen',
    'Der Nutzer ist nicht mehr allergisch gegen Katzen',
  ],
  ['Remember that my blood pressure is 120/80', 'My blood pressure is 140/90', "The user's blood pressure is 140/90"],
])('after "%s", "%s" is learned in its place', async (asked, right, learned) => {
  await using world = await start();
  await world.say(asked);
  expect(await world.contents()).toHaveLength(1);
  expect(await world.interpret(right)).toMatchObject({ act: 'statement', not_learned: '' });
  await world.say(right);
  expect(await world.contents()).toEqual([learned]);
});

test('it is learned of an invocation, too', async () => {
  await using world = await start();
  await world.invoke("Remember that I'm allergic to cats", 'event-1');
  await world.invoke("I'm not allergic to cats any more", 'event-2');
  expect(await world.contents()).toEqual(['The user is not allergic to cats any more']);
});

test('what a user says is wrong gives way to what is right of the same', async () => {
  await using world = await start();
  await world.say("Remember that I'm allergic to cats");
  await world.say("No, I'm allergic to dogs");
  expect(await world.contents()).toEqual(['The user is allergic to dogs']);
});

test('what says more than it puts right is not learned, nor does it stand in the quote', async () => {
  await using world = await start();
  await world.say("Remember that I'm allergic to cats");
  await world.say("I'm not allergic to cats any more. I have asthma now.");
  const [fact, ...others] = await world.facts();
  expect([fact?.content, others]).toEqual(['The user is not allergic to cats any more', []]);
  expect(fact?.evidence?.quote).not.toMatch(/allergic|asthma/);
});

test.each(['I am not allergic to cats', 'I am allergic to dogs', "I don't have asthma any more", 'My blood pressure is 140/90'])(
  '"%s" puts nothing right of an allergy to nuts, and is not learned',
  async (said) => {
    await using world = await start();
    await world.say("Remember that I'm allergic to nuts");
    expect((await world.interpret(said)).not_learned).not.toBe('');
    const { refused } = await world.say(said);
    expect(refused).toMatchObject([{ reason: 'sensitive' }]);
    expect(await world.contents()).toEqual(['The user is allergic to nuts']);
  },
);

test('what would replace a fact that is not of health, and is, is not learned', async () => {
  await using world = await start();
  await world.say('I work at Siemens Energy');
  expect((await world.say('I work at Asthma House')).refused).toMatchObject([{ reason: 'sensitive' }]);
  expect(await world.contents()).toEqual(['The user works at Siemens Energy']);
});
