import { scopeOf } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { scopeText } from './scope-text.ts';

it('a scope is a text that can be read, and one that fits an index where it is long', () => {
  expect(scopeText(scopeOf({ workspace: 'w', user: 'a/b', collection: 'c' }))).toBe('w/a%2Fb/c');
  const long = (user: string) => scopeText(scopeOf({ workspace: '記'.repeat(256), user, collection: '憶'.repeat(256) }));
  expect(long('u')).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(long('v')).not.toBe(long('u'));
  expect(scopeText(scopeOf({ workspace: long('u'), user: 'u', collection: 'c' }))).not.toBe(long('u'));
});
