import { expect, test } from 'vitest';
import { titleOf } from './title.ts';

test.each([
  ['Why does AuthService reject valid tokens?', 'Why does AuthService reject valid tokens'],
  ['Hi there! Could you please find the login bug?', 'Find the login bug'],
  ['hello, can you list the files', 'List the files'],
  ['Good morning.', ''],
  ['Thanks!', ''],
  ['…?!', ''],
  ['Please', ''],
  ['  was kostet  das Boot nach Ischia? Und wann fährt es?', 'Was kostet das Boot nach Ischia'],
  ['👩‍👩‍👧‍👦 im Bild finden', '👩‍👩‍👧‍👦 im Bild finden'],
  [`Compare ${'very '.repeat(30)}long texts`, 'Compare very very very very very very very very very very…'],
  ['x'.repeat(100), `X${'x'.repeat(58)}…`],
])('%s is titled %s', (question, title) => {
  expect(titleOf(question)).toBe(title);
});
