import { expect, it } from 'vitest';
import { answeredSchema } from './answered.ts';
import { learnAnswered, type Reader } from './learn-answered.ts';

const conversation = answeredSchema.parse({
  id: 'answered-en-001',
  language: 'en',
  messages: ['I live in Porto.', 'My dog is called Rex.', 'I own a castle, haha.'],
  answer: [
    { message: 1, fact: 'The user lives in the city of Porto' },
    { message: 2, fact: 'The dog of the user is Rex' },
  ],
  facts: [],
});

it.each<[Reader, readonly string[]]>([
  ['rules', ['The user lives in Porto', 'The user owns a castle', "The user's dog is named Rex"]],
  ['strong model', ['The dog of the user is Rex', 'The user lives in the city of Porto']],
  ['half refused', ['The user lives in the city of Porto', 'The user owns a castle', "The user's dog is named Rex"]],
])('reads the messages of a conversation together: %s', async (reader, learned) => {
  const [scored] = await learnAnswered([conversation], reader);
  expect(scored?.learned.map(({ text }) => text).toSorted()).toEqual(learned);
});
