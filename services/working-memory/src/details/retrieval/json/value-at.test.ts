import { atOnce } from '@agent-mem/runtime';
import { expect, test } from 'vitest';
import { spanAt } from './value-at.ts';

const document = ' {"a": {"b/c": [10, {"d~e": "x"}, [ ]], "": 1}, "a\\u0062": 2, "twice": 1, "twice": [3]} ';

function at(pointer: string, text = document): string {
  const { start, end } = atOnce(spanAt(text, pointer));
  return text.slice(start, end);
}

test.each([
  ['', document.trim()],
  ['/a/b~1c/0', '10'],
  ['/a/b~1c/1', '{"d~e": "x"}'],
  ['/a/b~1c/1/d~0e', '"x"'],
  ['/a/b~1c/2', '[ ]'],
  ['/a/', '1'],
  ['/ab', '2'],
  ['/twice/0', '3'],
])('the pointer "%s" leads to its value', (pointer, value) => {
  expect(at(pointer)).toBe(value);
});

test.each([
  ['/b', 'nothing stands at /b; there are a, ab, twice'],
  ['/a/b~1c/3', 'nothing stands at /a/b~1c/3; the list has 3 elements'],
  ['/a/b~1c/00', 'nothing stands at /a/b~1c/00; the list has 3 elements'],
  ['/a/b~1c/-', 'nothing stands at /a/b~1c/-; the list has 3 elements'],
  ['/ab/x', 'nothing stands at /ab/x; what stands before it has no members'],
  ['a', 'json_pointer: must be empty or begin with /'],
])('the pointer "%s" leads nowhere, which the error says', (pointer, message) => {
  expect(() => at(pointer)).toThrow(message);
});

test('of many members an error names some', () => {
  const names = Array.from({ length: 30 }, (_, index) => `m${index}`);
  expect(() => at('/x', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))))).toThrow(/m19 …$/);
});

test.each([
  '',
  'a line',
  '{"a": 1',
  '{"a": 1} {"a": 2}',
  '{"a" 1}',
  '{"a": [1}',
  '{"a": [1}]',
  '[1,]',
  '{a: 1}',
  '{"a": "open}',
  '// {"a": 1}',
])('a content that is no JSON is refused: %s', (text) => {
  expect(() => at('/a', text)).toThrow('json_pointer: the content is not JSON');
});
