import { expect, it } from 'vitest';
import { figuresOfNames, figuresOfPairs, wrongOf } from './score.ts';

const sentence = (names: readonly string[], found: readonly string[]) => ({
  language: 'en',
  text: 'x',
  names: [...names],
  found,
});

it('precision counts the names found, recall those that are there, each name of a sentence once', () => {
  const scored = [sentence(['Ann', 'Rome'], ['ann', 'ANN', 'The']), sentence([], ['Yes']), sentence(['Bob'], [])];
  expect(figuresOfNames(scored)).toEqual({ there: 3, found: 3, right: 1, precision: 1 / 3, recall: 1 / 3 });
  expect(scored.map(wrongOf)[0]).toEqual({ missed: ['rome'], extra: ['the'] });
});

it('a pair counts where it was joined, rightly or not', () => {
  const pair = (joined: boolean, found: boolean) => ({ one: 'x', other: 'y', joined, found });
  const figures = figuresOfPairs([pair(true, true), pair(true, false), pair(false, true), pair(false, false)]);
  expect(figures).toEqual({ there: 2, found: 2, right: 1, precision: 1 / 2, recall: 1 / 2 });
});
