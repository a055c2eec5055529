import { expect, test } from 'vitest';
import type { Question } from '../locomo/load.ts';
import { twinsOf } from './twins.ts';

const question = (text: string, category: number, ...evidence: string[]): Question => ({
  text,
  category,
  evidence: new Set(evidence),
});
const turns = ['Ann', 'Bo'].map((speaker) => ({ id: 'D1:1', speaker, text: '', caption: '', timestamp: '' }));

test('a twin has the evidence and most words of its original, under other names', () => {
  const original = question('What did Ann paint at the fair?', 4, 'D1:1');
  const twin = question("What was Bo's plan to paint at the fair?", 5, 'D1:1');
  const questions = [
    original,
    question('What did Ann eat?', 4, 'D1:1'),
    twin,
    question('What did Bo paint at the fair?', 5, 'D1:2'),
    question('Is Oscar here?', 5, 'D1:1'),
  ];
  expect(twinsOf({ turns, questions })).toEqual([{ original, twin }]);
});
