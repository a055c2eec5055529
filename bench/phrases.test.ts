import { expect, it } from 'vitest';
import { hasPhrase } from './phrases.ts';

it.each([
  ['You live in Porto.', 'porto', true],
  ['An opportunity', 'porto', false],
  ['She is 67', '6|six', false],
  ['She is six.', '6|six', true],
  ['At Tasca do Ze', 'Tasca do Zé', true],
  ['I don’t know', "don't know", true],
  ['He works there', 'work*', true],
  ['Paperwork', 'work*', false],
  ['(C++)', 'C++', true],
])('%j with %j: %s', (text, phrases, isThere) => {
  expect(hasPhrase(text, phrases)).toBe(isThere);
});
