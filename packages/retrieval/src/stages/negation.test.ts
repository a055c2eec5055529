import { expect, it } from 'vitest';
import { plainWords } from '../plain-words.ts';
import { analyseQuestion } from '../question.ts';
import { describeText } from '../text-features.ts';

it.each([
  ["What don't I eat?", true],
  ['What must he not do?', true],
  ['Do I no longer run?', true],
  ['What did she give up?', true],
  ['What do I eat?', false],
  ['Is there a knot in the note?', false],
])('%s denies something: %s', (text, negated) => {
  expect(analyseQuestion(text).negated).toBe(negated);
});

it.each([
  ['The user does not eat fish any more', true],
  ['Nothing with caffeine after noon', true],
  ['He quit smoking', true],
  ['The user eats fish', false],
])('%s denies something: %s', (text, negated) => {
  expect(describeText({ text }).fields.negated).toBe(negated);
});

it('is not known of a language without a table', () => {
  expect(analyseQuestion('Do I not live there now?', plainWords)).toMatchObject({ tense: null, negated: false });
});
