import { expect, test } from 'vitest';
import { jsonExtent } from './json-extent.ts';

test.each([
  ['{"x":1} and more', 7],
  ['{"x":{}}', 8],
  ['{"x":"}\\"}"} y', 12],
  [`{'x': 'it's'} y`, 13],
  ['{"x":[1}', null],
  ['{"x":"', null],
])('%s', (text, end) => {
  expect(jsonExtent(text)?.end ?? null).toBe(end);
});

test('is found in time that grows with the length', () => {
  for (const filler of ["'", "' ", '"', '" ', '{', ' ']) expect(jsonExtent(`{'x': '${filler.repeat(200_000)}`)).toBeNull();
});
