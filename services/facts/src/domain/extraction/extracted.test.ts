import { expect, test } from 'vitest';
import { readExtracted } from './extracted.ts';

const read = (entries: readonly unknown[], isWhole: boolean) =>
  readExtracted({ entries, isWhole }, 2, (entry) => (typeof entry === 'string' ? { value: entry } : { unusable: 'not-text' }));

test.each([
  ['every entry of it can be used', ['a', 'b'], true, { statements: ['a', 'b'], isWhole: true }, []],
  ['it says nothing', [], true, { statements: [], isWhole: true }, []],
  ['it has more entries than are taken', ['a', 'b', 'c'], true, { statements: ['a', 'b'], isWhole: true }, []],
  ['an entry of it is refused', ['a', 7], true, { statements: ['a'], isWhole: false }, ['not-text']],
  ['its list breaks off', ['a'], false, { statements: ['a'], isWhole: false }, ['cut-off']],
])('an answer is whole or not where %s', (_, entries, isWhole, value, dropped) => {
  expect(read(entries, isWhole)).toEqual({ value, dropped });
});

test('an answer of which nothing can be used is none', () => {
  expect(read([7, 8], false)).toEqual({ unusable: 'not-text' });
});
