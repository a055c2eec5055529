import { expect, it } from 'vitest';
import { isBlank } from './is-blank.ts';

it.each(['', ' \n\t', '\u200b\u200d\ufeff', '\u2060\u00ad ', '\u202e\u0007', '\ufe0f', '\u3164'])('shows nothing: %j', (text) => {
  expect(isBlank(text)).toBe(true);
});

it.each(['a', '\u200ba', '👩‍🚀', '.', '0', '\u0600'])('shows something: %j', (text) => {
  expect(isBlank(text)).toBe(false);
});
