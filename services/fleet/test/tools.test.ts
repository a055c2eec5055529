import { expect, test } from 'vitest';
import { call, finish, said, startToolFleet } from './tool-fleet.ts';

const node = process.execPath;
const counts = {
  description: 'Counts the letters of a word',
  program: node,
  args: ['-e', 'console.log(process.argv[1].length, process.env.COUNT_KEY)', '--', { name: 'word', pattern: '[a-z]+' }],
  env: { COUNT_KEY: { secret: 'COUNT_KEY' } },
};

test('a program of the file is a tool: what does not fit is refused by name, and the model corrects itself', async () => {
  const answers = [call('letters', { word: 'A B' }), call('letters', { word: 'ferry' }), finish('5')];
  const environment = { COUNT_KEY: 'the-secret-of-letters' };
  await using fleet = await startToolFleet({ programs: { letters: counts } }, answers, { environment });
  const frames = await fleet.ask('How many letters has ferry?');
  expect(said(frames, 'observation')).toEqual([
    'Error: the argument "word" must match pattern "^(?:[a-z]+)$"; letters takes word (string)',
    '5 ***',
  ]);
  expect(frames.at(-1)).toMatchObject({ type: 'answer', answer: '5' });
  expect(JSON.stringify(fleet.model.requests[0]?.messages)).toContain('letters: Counts the letters of a word');
  // Nothing of the secret is in frames, prompts and the log.
  expect(JSON.stringify([frames, fleet.model.requests]) + fleet.logged()).not.toContain('the-secret-of-letters');
});

test.each([
  [
    { programs: { letters: { ...counts, argz: [] } } },
    /tools\.yaml: tools: programs\.letters\.argz: is not known; did you mean args\?/,
  ],
  [{ programs: { letters: counts } }, /programs\.letters\.env\.COUNT_KEY: the variable COUNT_KEY is not set/],
])('a file that is wrong stops the start: %j', async (tools, sentence) => {
  await expect(startToolFleet(tools, [])).rejects.toThrow(sentence);
});
