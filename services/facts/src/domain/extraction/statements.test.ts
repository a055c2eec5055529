import { expect, test } from 'vitest';
import { readStatements } from './statements.ts';

const unsaid = { subject: null, predicate: null, object: null, validFrom: null, from: null };

test.each([
  ['[]', []],
  ['["The user likes tea"]', ['The user likes tea']],
  [' [" The user likes tea ", "The user is 40"]\n', ['The user likes tea', 'The user is 40']],
  ['Sure!\n```json\n[{"text": "The user likes tea",}]\n```', ['The user likes tea']],
])('%j is read', (answer, statements) => {
  expect(readStatements(answer)).toEqual({ value: statements.map((text) => ({ ...unsaid, text })) });
});

test('an object may say more, and of what cannot be used only the text is kept', () => {
  const said = {
    text: 'The user lives in Porto',
    subject: ' the user ',
    predicate: 'lives in',
    object: 'Porto',
    valid_from: '2019',
    from: 'user',
  };
  const odd = { text: 'It rains', subject: 7, predicate: '', object: 'x'.repeat(2_000), valid_from: 'soon', from: 'me' };
  expect(readStatements(JSON.stringify([said, odd, { text: 'A', valid_from: null }]))).toEqual({
    value: [
      {
        text: 'The user lives in Porto',
        subject: 'the user',
        predicate: 'lives in',
        object: 'Porto',
        validFrom: '2019-01-01T00:00:00.000Z',
        from: 'user',
      },
      { ...unsaid, text: 'It rains' },
      { ...unsaid, text: 'A' },
    ],
  });
});

test.each([
  ['Sure! Here you go.', 'not-json'],
  ['', 'not-json'],
  ['["The user likes tea", "The user is not', 'not-json'],
  ['{"facts": []}', 'not-a-list'],
  ['"The user likes tea"', 'not-a-list'],
  ['["1", "2", "3", "4"]', 'too-many'],
  ['[{"fact": "The user likes tea"}]', 'not-text'],
  ['[null]', 'not-text'],
  ['["\\ud800"]', 'not-text'],
  ['["fine", "  "]', 'blank'],
  [JSON.stringify(['é'.repeat(513)]), 'too-long'],
])('%j is unusable as a whole', (answer, unusable) => {
  expect(readStatements(answer)).toEqual({ unusable });
});
