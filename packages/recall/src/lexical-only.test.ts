import { scopeOf } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { lexicalOnlyScopes } from './lexical-only.ts';

it.each([
  ['', 'w', 'u', 'c', false],
  ['w/u/c', 'w', 'u', 'c', true],
  ['w/u/c', 'w', 'u', 'cc', false],
  ['w/u/c', 'x', 'u', 'c', false],
  ['*/*/secret', 'w', 'u', 'secret', true],
  ['*/*/secret', 'w', 'u', 'secrets', false],
  ['w/a*z/*, x/*/*', 'w', 'abcz', 'c', true],
  ['w/a*z/*, x/*/*', 'x', 'u', 'c', true],
  ['w/a*z/*, x/*/*', 'y', 'u', 'c', false],
  ['w/a.c/*', 'w', 'abc', 'c', false],
  ['w/a%2Fb/%2A', 'w', 'a/b', '*', true],
  ['w/a%2Fb/%2A', 'w', 'a/b', 'c', false],
])('"%s" is for %s %s %s: %s', (patterns, workspace, user, collection, is) => {
  expect(lexicalOnlyScopes(patterns)(scopeOf({ workspace, user, collection }))).toBe(is);
});

it.each(['w', 'w/u', 'w/u/c/d', 'w//c'])('refuses "%s"', (pattern) => {
  expect(() => lexicalOnlyScopes(pattern)).toThrow(`must be patterns workspace/user/collection, got "${pattern}"`);
});
