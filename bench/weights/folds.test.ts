import { expect, test } from 'vitest';
import { foldsOf } from './folds.ts';

test('what is learned and what is asked beside it lie in different sessions', () => {
  const question = (text: string, category: number, ...evidence: string[]) => ({ text, category, evidence: new Set(evidence) });
  const [even1, even2] = [question('what is red', 4, 'D2:1'), question('what is really red', 5, 'D2:1')];
  const odd = question('what is blue', 2, 'D1:1', 'D3:4');
  const both = question('what is green', 1, 'D1:1', 'D2:1');
  const sample = { id: 'one', turns: [], questions: [even1, even2, odd, both] };
  expect(foldsOf(sample)).toEqual([
    { name: 'even', learned: [{ original: even1, twin: even2 }], others: [odd] },
    { name: 'odd', learned: [], others: [even1] },
  ]);
});
