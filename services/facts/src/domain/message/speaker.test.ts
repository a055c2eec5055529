import { atOnce } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { extractingFacts } from './extract-facts.ts';
import { knownNames } from './known-names.ts';

const names = knownNames(["The user's wife is named Edith", 'The user is named Walter']);

it.each([
  ['Edith here, I love gardening', ['Edith loves gardening']],
  ['This is Edith. My sister lives in Perth', ["Edith's sister lives in Perth"]],
  ['This is Edith speaking: I work at the library', ['Edith works at the library']],
  ['Hi, this is Edith. My birthday is 3 May', ["Edith's birthday is 3 May"]],
  ['This is Edith. Remember that I play the oboe', ['Edith plays the oboe']],
  ['Walter here, I love golf', ['The user loves golf', "The user's name is Walter"]],
  ['This is Edith. I met her in Perth', []],
  ['Edith is here. I love gardening', ['Edith is here', 'The user loves gardening']],
])('what is said is of who says it: %s', (message, said) => {
  const found = atOnce(extractingFacts({ message, at: Date.UTC(2026, 0, 12), names }));
  expect(found.toSorted()).toEqual(said.toSorted());
});
