import { expect, it } from 'vitest';
import { Best } from './best.ts';
import { Scores } from './scores.ts';

it('sums by document and remembers nothing of the query before', () => {
  const scores = new Scores();
  const offered = (capacity: number, added: readonly (readonly [number, number])[]) => {
    scores.begin(capacity);
    for (const [number, score] of added) scores.add(number, score);
    const best = new Best(2);
    scores.offerTo(best);
    return [...best.numbers()].sort((a, b) => a - b);
  };
  expect(
    offered(10, [
      [3, 1],
      [5, 2],
      [9, 1.5],
      [3, 1],
    ]),
  ).toEqual([3, 5]);
  expect(offered(10, [[9, 0]])).toEqual([9]);
  expect(offered(20, [[19, 1]])).toEqual([19]);
  expect(offered(20, [])).toEqual([]);
});
