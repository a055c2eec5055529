import { scopeOf } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { Keys } from './keys.ts';

const keys = new Keys('p:');

describe('Keys', () => {
  it('puts a scope in one hash tag, whatever its members hold', () => {
    const scope = scopeOf({ workspace: 'a{b}', user: '}{', collection: 'c/d' });
    const names = [keys.of('value', scope, '{k}'), keys.of('list', scope, '}'), keys.of('lease', scope, ''), keys.counter(scope)];
    const tags = names.map((name) => name.slice(name.indexOf('{') + 1, name.indexOf('}')));
    expect(new Set(tags)).toEqual(new Set(['a%7Bb%7D/%7D%7B/c%2Fd']));
  });

  it('reads back what stands under a key of the port, and nothing else', () => {
    const scope = scopeOf({ workspace: 'a/b', user: '', collection: '記' });
    for (const key of ['k', '', '}:v:x', 'a:v:b']) {
      for (const kind of ['value', 'list', 'lease'] as const)
        expect(keys.parse(keys.of(kind, scope, key))).toEqual({ scope, kind, key });
    }
    for (const name of [
      keys.counter(scope),
      keys.index(scope),
      keys.ends(scope),
      keys.folders,
      keys.complete,
      'p:{a/b}:v:k',
      'other',
      'q:{a/b/c}:v:k',
      'p:{a/b/c:v:k',
    ]) {
      expect(keys.parse(name)).toBeNull();
    }
  });

  it('takes no prefix that would open a tag of its own', () => {
    for (const prefix of ['{', 'a}b', '{x}']) expect(() => new Keys(prefix)).toThrow('a prefix of keys must have no braces');
  });
});
