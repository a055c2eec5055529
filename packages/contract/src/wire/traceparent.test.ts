import { expect, it } from 'vitest';
import { traceparentGiven } from './traceparent.ts';

const given = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

it.each([
  [given, given],
  [`${given}-of-a-later-version`, `${given}-of-a-later-version`],
  [`${given}-${'x'.repeat(5_000)}`, null],
  [`${given} and more`, null],
  ['text that somebody wrote', null],
  ['', null],
  [undefined, null],
])('of %j it takes %j', (text, taken) => {
  expect(traceparentGiven(text)).toBe(taken);
});
