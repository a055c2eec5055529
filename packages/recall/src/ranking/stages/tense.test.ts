import { expect, it } from 'vitest';
import { analyseQuestion } from '../question.ts';
import { tenseFactors } from './tense.ts';

const tense = { least: 0.7, present: 0.1, past: 0.2 };
const versions = [
  { score: 0.9, timestamp: 2_000 },
  { score: 1, timestamp: 1_000 },
  { score: 0.8, timestamp: 3_000 },
  { score: 0.1, timestamp: 9_000 },
];
const factors = (question: string) => tenseFactors(versions, analyseQuestion(question), tense);

it.each([
  ['Which car do I drive these days?', 'present'],
  ['Do I still smoke?', 'present'],
  ['What is her latest address?', 'present'],
  ['Where did I live before Antwerp?', 'past'],
  ['What was the code originally?', 'past'],
  ['Which dog used to bark at me?', 'past'],
  ['Which car do I drive?', null],
])('%s asks for %s', (text, asked) => {
  expect(analyseQuestion(text).tense).toBe(asked);
});

it('lifts the latest of what fits about equally where a question asks for the present, by order and not by distance', () => {
  expect(factors('Where does she live now?')).toEqual([1, 0.9, 1.1, 1]);
});

it('lifts the earliest where it asks for the past', () => {
  expect(factors('Where did she live before that?')).toEqual([1, 1.2, 0.8, 1]);
});

it('leaves alone what does not say, and what has no rival', () => {
  expect(factors('Where does she live?')).toEqual([1, 1, 1, 1]);
  expect(tenseFactors(versions.slice(0, 1), { tense: 'past' }, tense)).toEqual([1]);
});
