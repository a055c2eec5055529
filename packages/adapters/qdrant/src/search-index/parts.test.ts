import { expect, it } from 'vitest';
import { parts } from './parts.ts';

const megabyte = 1024 * 1024;

it('keeps the order and leaves nothing out', () => {
  const items = Array.from({ length: 777 }, (_, i) => i);
  expect(parts(items).flat()).toEqual(items);
  expect(parts(items).map(({ length }) => length)).toEqual([250, 250, 250, 27]);
  expect(parts([])).toEqual([]);
});

it('puts no more bytes together than a request takes, and what is larger alone', () => {
  expect(parts([3, 4, 2, 9, 1, 8], (size) => size * megabyte)).toEqual([[3, 4], [2], [9], [1], [8]]);
});
