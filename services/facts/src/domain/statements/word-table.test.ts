import { expect, test } from 'vitest';
import { anyOf, listOf } from './word-table.ts';

test('a table is its entries in order, whatever lines they stand in; a space that counts is written "_"', () => {
  expect(
    listOf(`
    live | from_ | an? (?:cat|dog)
    work
  `),
  ).toBe('live|from |an? (?:cat|dog)|work');
  expect(anyOf('a | b')).toBe('(?:a|b)');
});
