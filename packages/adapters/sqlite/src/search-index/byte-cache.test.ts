import { expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';

it('lets go of what was used longest ago when it holds too many bytes', () => {
  const cache = new ByteCache<string, { bytes: number }>(100);
  const load = (bytes: number) => () => ({ bytes });
  cache.get('a', load(40));
  cache.get('b', load(40));
  cache.get('a', load(0));
  cache.get('c', load(40));
  expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual([{ bytes: 40 }, undefined, { bytes: 40 }]);
  cache.get('huge', load(1_000));
  expect([cache.peek('a'), cache.peek('c'), cache.peek('huge')]).toEqual([undefined, undefined, { bytes: 1_000 }]);
});

it('lets go of others when one has grown', () => {
  const cache = new ByteCache<string, { bytes: number }>(100);
  const [a, b] = [{ bytes: 10 }, { bytes: 10 }];
  cache.get('a', () => a);
  cache.get('b', () => b);
  b.bytes = 95;
  expect(cache.peek('a')).toBe(a);
  cache.measure('b');
  expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, b]);
  cache.drop('b');
  cache.drop('nobody');
  expect(cache.peek('b')).toBeUndefined();
});
