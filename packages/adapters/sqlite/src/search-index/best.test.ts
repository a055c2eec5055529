import { expect, it } from 'vitest';
import { Best } from './best.ts';

it('keeps exactly the highest scores, in whatever order they come', () => {
  for (const limit of [1, 2, 7, 100]) {
    const scores = Array.from({ length: 60 }, (_, i) => ((i * 37) % 60) - 30);
    const best = new Best(limit);
    for (const [number, score] of scores.entries()) best.offer(number, score);
    const expected = [...scores].sort((a, b) => b - a).slice(0, limit);
    expect(Array.from(best.numbers(), (number) => scores[number]).sort((a = 0, b = 0) => b - a)).toEqual(expected);
  }
});
