import { expect, it } from 'vitest';
import { statementOf, states, textTerms } from './statement.ts';

const isStated = (fact: string, text: string) => states(textTerms(text), statementOf(fact));

it('a text states a fact whose words it holds, in any order, said by anybody', () => {
  expect(isStated('The user lives in Bergen', 'In Bergen I live.')).toBe(true);
  expect(isStated('The user’s dog is called Rex', 'My dog? Rex he is called!')).toBe(true);
  expect(isStated('The user lives in Bergen', 'I was in Bergen')).toBe(false);
  expect(isStated('ユーザーは東京に住む', '東京に住む')).toBe(false);
  expect(isStated('東京に住む', 'ユーザーは東京に住む')).toBe(true);
});

it.each([
  ['The user owns a red boat', 'I own a red boat'],
  ['The user goes to the gym', 'I go to the gym'],
  ['The user tries to sleep', 'I try to sleep'],
  ['The user flies to Rome', 'I fly to Rome'],
  ['The user teaches maths', 'I teach maths'],
  ['The user uses vim', 'I use vim'],
  ['The user misses Ann', 'I miss Ann'],
])('"%s" is stated in "%s"', (fact, text) => {
  expect(isStated(fact, text)).toBe(true);
  expect(isStated(fact, text.replace(/\w+$/, ''))).toBe(false);
});

it('a fact of one word, or of none, is stated nowhere', () => {
  expect(isStated('Bergen', 'Bergen, Bergen')).toBe(false);
  expect(isStated('The user is', 'The user is')).toBe(false);
});

it('a word that every object knows is a word', () => {
  expect(isStated('The constructor broke', 'It broke')).toBe(false);
});
