import { languageOf } from '@agent-mem/recall/ranking';
import { expect, test } from 'vitest';
import { besideModel } from './beside-model.ts';

const learned = (statements: readonly string[], isWhole: boolean, byRules: readonly string[]) => {
  const said = (text: string) => ({ text });
  return besideModel({ statements: statements.map(said), isWhole }, byRules.map(said), languageOf('en')).map(({ text }) => text);
};

const lisbon = 'The user lives in Lisbon';
const tea = 'The user likes tea';
const short = 'The user wants the assistant to keep its answers short';

test('what a whole answer leaves out is not learned', () => {
  expect(learned([], true, [lisbon])).toEqual([]);
  expect(learned([lisbon], true, [lisbon, tea])).toEqual([lisbon]);
});

test('what an answer that is not whole leaves out is learned by rules', () => {
  expect(learned([lisbon], false, [tea])).toEqual([lisbon, tea]);
});

test('what the model says stands: rules do not add the same in other words', () => {
  const moved = 'The user has lived in Lisbon since 2019';
  expect(learned([moved], false, [lisbon, tea])).toEqual([moved, tea]);
});

test.each([
  short,
  'The user lets the assistant use emojis again',
  'Der Nutzer möchte vom Assistenten: Ich möchte kurze Antworten',
])('a standing instruction is learned beside a whole answer: %s', (instruction) => {
  expect(learned([tea], true, [lisbon, instruction])).toEqual([tea, instruction]);
  expect(learned([instruction], true, [instruction])).toEqual([instruction]);
});
