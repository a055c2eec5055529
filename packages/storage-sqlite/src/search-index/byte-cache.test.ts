import { expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';

it('lets go of what was used longest ago when it holds too many bytes', () => {
  const cache = new ByteCache<{ bytes: number }>(100);
  const load = (bytes: number) => () => ({ bytes });
  cache.get('a', load(40));
  cache.get('b', load(40));
  cache.get('a', load(0));
  cache.get('c', load(40));
  expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual([{ bytes: 40 }, undefined, { bytes: 40 }]);
  cache.get('huge', load(1_000));
  expect([cache.peek('a'), cache.peek('c'), cache.peek('huge')]).toEqual([undefined, undefined, { bytes: 1_000 }]);
});

it('drops by key', () => {
  const cache = new ByteCache<{ bytes: number }>(100);
  for (const key of ['1:a', '1:b', '2:a']) cache.get(key, () => ({ bytes: 1 }));
  cache.dropWhere((key) => key.startsWith('1:'));
  cache.drop('nobody');
  expect([cache.peek('1:a'), cache.peek('1:b'), cache.peek('2:a')]).toEqual([undefined, undefined, { bytes: 1 }]);
});
