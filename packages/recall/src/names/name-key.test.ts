import { expect, test } from 'vitest';
import { nameKey } from './name-key.ts';

test.each([
  ['Zoë', 'ZOE'],
  ['The Guardian', 'guardian'],
  ['Jean-Luc', 'Jean Luc'],
  ['O’Brien', "O'Brien"],
  ["Anna's", 'Anna'],
  ['Brightwater Analytics Ltd.', 'Brightwater Analytics'],
])('%s and %s are one', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
  expect(nameKey(one)).not.toBe('');
});

test.each([
  ['Ubuntu 24.04', 'Ubuntu 2404'],
  ['Anna Smith', 'Anna Jones'],
  ['C', 'C++'],
  ['The', ''],
])('%s and %s are two', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test('what has no letter is no name', () => {
  expect(['', '  ', '12', '…'].map(nameKey)).toEqual(['', '', '', '']);
});
