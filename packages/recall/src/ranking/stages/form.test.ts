import { expect, it } from 'vitest';
import { withParameters } from '../parameters.ts';
import { plainWords } from '../plain-words.ts';
import { presetProfile } from '../presets.ts';
import { analyseQuestion } from '../question.ts';
import { rank } from '../rank.ts';
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

it('lifts what denies something where the question does', () => {
  const candidates = ['a eats fish', 'b never eats fish'].map((text, index) => {
    const { terms, length, fields } = describeText({ text });
    const nowhere = { conversationId: null, ordinal: null, role: null, timestamp: 0, cosine: null };
    return { ...nowhere, id: String(index), counts: terms, length, fields: { ...fields } };
  });
  const first = (question: string) =>
    rank({
      question: analyseQuestion(question),
      candidates,
      collection: {
        documents: 2,
        totalLength: 6,
        documentFrequency: new Map([
          ['eat', 2],
          ['fish', 2],
        ]),
      },
      profile: withParameters(presetProfile('default', 'facts'), { weight_negation: 0.3 }),
    })[0]?.id;
  expect(first('Who eats fish?')).toBe('0');
  expect(first("Who doesn't eat fish?")).toBe('1');
});
