import { expect, test } from 'vitest';
import { mostMoved } from './moves.ts';

test('the farthest move counts, into the list and out of it too', () => {
  expect(mostMoved([], [])).toBe(0);
  expect(mostMoved(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe(0);
  expect(mostMoved(['a', 'b', 'c'], ['b', 'a', 'c'])).toBe(1);
  expect(mostMoved(['a', 'b', 'c'], ['c', 'a', 'b'])).toBe(2);
  expect(mostMoved(['a', 'b', 'c'], ['x', 'a', 'b'])).toBe(3);
  expect(mostMoved(['a', 'b'], ['a'])).toBe(1);
});
