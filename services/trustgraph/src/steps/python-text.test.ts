import { expect, test } from 'vitest';
import { pythonText, spacedJson } from './python-text.ts';

test.each([
  [10, '10'],
  [23.5, '23.5'],
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
  [0, '0'],
  [-5, '-5'],
  ['as it is', 'as it is'],
  [{ a: 1, b: [true, null] }, "{'a': 1, 'b': [True, None]}"],
  [["it's", 'a "b"', '\n'], `["it's", 'a "b"', '\\n']`],
])('row 22: an argument goes into the next message as Python writes it: %j', (value, text) => {
  expect(pythonText(value)).toBe(text);
});

test('JSON is spaced as Python spaces it', () => {
  expect(spacedJson({ a: [1, 'ä, b'], c: { d: null, e: {} }, f: [] })).toBe(
    '{"a": [1, "ä, b"], "c": {"d": null, "e": {}}, "f": []}',
  );
});
