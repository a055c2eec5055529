import { expect, test } from 'vitest';
import { wholeSentences } from './whole-sentences.ts';

test.each([
  ['The user moved. She works in Graz.', ['The user moved.', 'She works in Graz.']],
  ['I will remember you. The user moved. I will remember you.', ['I will remember you.', 'The user moved.']],
  ['The user moved. She works in Gr', ['The user moved.']],
  ['用户搬家了。她在', ['用户搬家了。']],
  ['The user moved. She said "It is fine."', ['The user moved.', 'She said "It is fine."']],
  ['The user moved to Graz', ['The user moved to Graz']],
  ['- moved to Graz\n- works there', ['- moved to Graz', '- works there']],
  ['', []],
])('%j', (answer, sentences) => {
  expect(wholeSentences(answer)).toEqual(sentences);
});
