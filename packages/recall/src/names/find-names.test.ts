import { expect, test } from 'vitest';
import { findNames } from './find-names.ts';

const sure = (text: string) =>
  findNames(text)
    .filter(({ isSure }) => isSure)
    .map(({ name }) => name);

test.each([
  ["The user's sister Marta lives in Lisbon", ['Marta', 'Lisbon']],
  ['Caroline went to the Museum of Modern Art with Dr. Elena Ruiz', ['Caroline', 'Museum of Modern Art', 'Elena Ruiz']],
  ["We walked through Regent's Park with Anna's brother", ["Regent's Park", 'Anna']],
  ['Ada, Milo and Noor share a flat', ['Ada', 'Milo', 'Noor']],
  ['On Friday Ingrid met Sam in May 2023', ['Ingrid', 'Sam']],
  ['The user studies the French Revolution and speaks French', ['French Revolution']],
  ['The user opened "A Brief History of Time" on an iPhone', ['A Brief History of Time', 'iPhone']],
  ['The user reads The Guardian at Terminal 2 of Heathrow', ['The Guardian', 'Heathrow']],
  ['New York is far. Call Ruth! Please', ['New York', 'Ruth']],
])('%s: %j', (text, names) => {
  expect(sure(text)).toEqual(names);
});

test.each([
  'The user prefers tea to coffee',
  'Yesterday we met on Tuesday. Thanks, I am OK',
  'Breakfast: at nine. Budget, 400 euros',
  'HELLO CAN ANYBODY HEAR ME',
  'Das Auto des Nutzers steht in der Garage',
  '用户喜欢喝茶',
  '',
])('no name in %j', (text) => {
  expect(sure(text)).toEqual([]);
});

test('the first word of a sentence is a name for sure only where something says so', () => {
  expect(findNames('Marcus, please')).toEqual([{ name: 'Marcus', key: 'marcus', isSure: false }]);
  expect(findNames('Marcus, please. I know Marcus')).toMatchObject([{ name: 'Marcus', isSure: true }]);
});

test('a long text without an end of its names takes no longer than its length asks for', () => {
  const names = findNames('Anna of the '.repeat(20_000));
  expect(names.length).toBeLessThanOrEqual(32);
});
