import { expect, it } from 'vitest';
import { Heap } from './heap.ts';

it('a heap gives its items in order, whatever order they came in', () => {
  const heap = new Heap<number>((left, right) => left - right);
  // A fixed shuffle with repeats: multiples of a number that shares no factor with the size.
  const items = Array.from({ length: 101 }, (_, index) => ((index * 37) % 101) >> 1);
  for (const number of items) heap.push(number);
  const taken: (number | undefined)[] = [];
  while (heap.size > 0) {
    const first = heap.peek();
    taken.push(heap.pop());
    expect(taken.at(-1)).toBe(first);
  }
  expect(taken).toEqual(items.toSorted((left, right) => left - right));
  expect(heap.pop()).toBeUndefined();
});
