import { expect, it } from 'vitest';
import { batchesOf } from './batches-of.ts';

it.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j in batches of two', (items: number[], batches: number[][]) => expect([...batchesOf(items, 2)]).toEqual(batches));
