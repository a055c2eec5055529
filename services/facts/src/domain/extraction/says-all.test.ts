import { expect, it } from 'vitest';
import { saysThatToo } from './says-all.ts';

it.each([
  ["The user's daughter Ida lives in Bremen", 'Ida moved to Bremen', true],
  ['The user takes 10 mg of ramipril daily', 'The user takes 10 mg', true],
  ['The user eats pork', 'The user does not eat pork', false],
  ["The user's daughter Ida lives in Bremen", 'Ida works in Bremen', false],
])('"%s" says what "%s" does: %s', (text, part, says) => {
  expect(saysThatToo(text, part)).toBe(says);
});
