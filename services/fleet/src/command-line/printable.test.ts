import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('what does not print is shown as its code, and JSON reads it back', () => {
  const text = 'a\u001b[31m\u202eb\u200b\u{e0041}é';
  expect(printable(text)).toBe('a\\u001b[31m\\u202eb\\u200b\\udb40\\udc41é');
  expect(JSON.parse(`"${printable(text)}"`)).toBe(text);
});
