import { hashEmbedder } from '@agent-mem/llm';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await startFleet({ services: ['conversations', 'facts'], embedder: hashEmbedder() });
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
});

/** What the rules answer to a question of a user who has said some things, each in a conversation of its own. */
async function answerTo(user: string, said: readonly string[], question: string): Promise<string> {
  const { call } = fleet.caller;
  for (const [index, content] of said.entries())
    await call('conversations', 'append_messages', {
      user,
      conversation_id: `${user}-${index}`,
      messages: [{ role: 'user', content }],
      wait_ms: 60_000,
    });
  return (await call('facts', 'interpret', { user, message: question })).answer;
}

/** A line each: what is said, and what is asked then, with its answer; empty: rules do not know. */
const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [said = '', asked = ''] = line.split(' => ');
      const [question = '', answer = ''] = asked.split(' -> ');
      return [said.split(' | '), question, answer] as const;
    });

test.each(
  cases(`
I live in Kiel | I moved from Siemens to Bosch => Where do I live? -> You live in Kiel.
I live in Wick | I moved from Wick to Thurso => Where do I live? -> You live in Thurso.
I drive a Golf | My new car is a Skoda => What do I drive? -> Your new car is a Skoda.
I drive a Golf | My new car is a Skoda => Do I drive a Skoda? -> Yes: your new car is a Skoda.
My car is a Golf | I drive a Skoda now => What car do I have? -> You drive a Skoda.
I drive a bus | My new car is a Skoda => What do I drive? -> You drive a bus. Your new car is a Skoda.
Ich fahre einen Golf | Mein neues Auto ist ein Skoda => Was fahre ich? -> Dein Auto ist ein Skoda.
`),
)('%j, then "%s": %s', async (said, question, answer) => {
  expect(await answerTo(JSON.stringify([said, question]), said, question)).toBe(answer);
});
