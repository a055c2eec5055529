import { expect, it } from 'vitest';
import { namingWhom } from './pronoun.ts';

const believed = ["The user's sister is named Anna", "The user's brother Ben is a nurse", "The user's aunt is in Bonn with Ben"];

it.each([
  ['My sister lives in Hamburg', 'She moved to Berlin', 'My sister moved to Berlin'],
  ['Where does my sister live?', 'She moved to Berlin', 'My sister moved to Berlin'],
  ['My older sister Ida lives in Hamburg', 'She has moved to Berlin', 'My older sister Ida has moved to Berlin'],
  ['My boss is Paul', 'He’s moved to Berlin', 'My boss has moved to Berlin'],
  ['I live in Kiel with my wife', "And she's a vet", 'My wife is a vet'],
  ['My brother is in Hamburg with my wife', 'Her birthday is 3 May', "My wife's birthday is 3 May"],
  ['Anna works at Bosch', 'She quit her job', 'Anna quit her job'],
  ['Anna and Ben live in Bonn', 'He moved to Kiel', 'Ben moved to Kiel'],
])('after "%s", "%s" is of the one it may mean', (before, message, whole) => {
  expect(namingWhom(message, before, believed)).toBe(whole);
});

it.each([
  ['I live in Hamburg', 'She moved to Berlin'],
  ['My brother lives in Hamburg', 'She moved to Berlin'],
  ['Anna works at Bosch', 'He quit'],
  ['My sister and my mother live in Hamburg', 'She moved to Berlin'],
  ['My sisters live in Hamburg', 'She moved to Berlin'],
  ['My sister met Clara in Hamburg', 'She moved to Berlin'],
  ["My sister's friend lives in Hamburg", 'She moved to Berlin'],
  ['My sister has a teacher', 'She moved to Berlin'],
  ['The manager of my sister lives in Hamburg', 'She moved to Berlin'],
  ['Write a story about my sister', 'She moved to Berlin'],
  ['My sister lives in Hamburg', 'Does she like it?'],
  ['My sister lives in Hamburg', "She'll move to Berlin"],
  ['My sister lives in Hamburg', 'He said she moved'],
])('after "%s", "%s" stays as it is', (before, message) => {
  expect(namingWhom(message, before, believed)).toBe(message);
});

it('stays as it is where nothing was said before', () => {
  expect(namingWhom('She moved to Berlin', null, believed)).toBe('She moved to Berlin');
});
