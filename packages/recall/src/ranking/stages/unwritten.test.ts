import { expect, it } from 'vitest';
import { analyseQuestion } from '../question.ts';
import { describeText } from '../text-features.ts';
import { type Meaning, spellingsOf, unwritten } from './unwritten.ts';

const documents = ['Rosa moved to Porto', 'A greenhouse of three by two metres', 'Nobody calls'].map((text) => ({
  id: text,
  conversationId: null,
  ordinal: null,
  role: null,
  timestamp: 0,
  counts: {},
  cosine: null,
  ...indexed(text),
}));
const spellings = spellingsOf(documents);
const inLetters = (leastLikeness: number) => ({ leastLikeness, leastMeaning: 1 });

function indexed(text: string) {
  const { length, fields } = describeText({ text, spelled: true });
  return { length, fields: { ...fields } };
}

it('finds what a slip meant, and nothing else', () => {
  const [rosa = 0, greenhouse = 0, nobody = 0] = unwritten('grenhouse', spellings, inLetters(0.3));
  expect(greenhouse).toBeGreaterThan(0.5);
  expect([rosa, nobody]).toEqual([0, 0]);
});

it('counts from the least likeness on', () => {
  const [, loose = 0] = unwritten('grenhouse', spellings, inLetters(0.3));
  const [, strict = 0] = unwritten('grenhouse', spellings, inLetters(0.6));
  expect(strict).toBeLessThan(loose);
  expect([...unwritten('grenhouse', spellings, inLetters(1))]).toEqual([0, 0, 0]);
});

it('compares no letters of short words, and finds nothing in texts without stored words', () => {
  expect([...unwritten('ros', spellings, inLetters(0))]).toEqual([0, 0, 0]);
  const bare = spellingsOf(documents.map((document) => ({ ...document, fields: {} })));
  expect([...unwritten('grenhouse', bare, inLetters(0.3))]).toEqual([0, 0, 0]);
});

it('finds a word of like meaning, as far as it is more alike than the least', () => {
  const likenesses = new Map([
    ['calls', 0.6],
    ['moved', 0.2],
    ['porto', -0.5],
  ]);
  const meaning: Meaning = (word) => (word === 'ring' ? (other) => likenesses.get(other) ?? 0 : null);
  const least = { leastLikeness: 1, leastMeaning: 0.2 };
  const found = [...unwritten('ring', spellings, least, meaning)];
  expect(found.map((value) => Number(value.toFixed(6)))).toEqual([0, 0, 0.5]);
  expect([...unwritten('unheard', spellings, least, meaning)]).toEqual([0, 0, 0]);
  expect([...unwritten('ring', spellings, { ...least, leastMeaning: 1 }, meaning)]).toEqual([0, 0, 0]);
});

it('compares words as they are written, not their stems', () => {
  expect(analyseQuestion('Wich sistres live there?').wordOf.get('sistr')).toBe('sistres');
});
