import { expect, it } from 'vitest';
import { saturated, sparseVector } from './term-indices.ts';

it('hashes as FNV-1a does', () => {
  // "foobar" in two parts, from the test vectors of the hash's authors; the line feed is part of what is hashed.
  expect(sparseVector('', [{ term: '', weight: 1 }]).indices).toEqual([Math.imul(0x811c9dc5 ^ 10, 0x01000193) >>> 0]);
});

it('adds up what shares a hash, and names an index once', () => {
  const [first, second] = ['t3747', 't878240'];
  const both = sparseVector('w/u/c', [
    { term: first, weight: 0.25 },
    { term: second, weight: 0.5 },
    { term: first, weight: 1 },
  ]);
  expect(both.indices).toHaveLength(1);
  expect(both.values).toEqual([1.75]);
});

it('puts a term elsewhere in another scope', () => {
  const terms = [{ term: 'cat', weight: 1 }];
  expect(sparseVector('a/b/c', terms).indices).not.toEqual(sparseVector('a/b/d', terms).indices);
});

it('leaves out no term for weighing nothing', () => {
  expect(sparseVector('w/u/c', [{ term: 'cat', weight: 0 }]).values[0]).toBeGreaterThan(0);
});

it('saturates', () => {
  expect([0, 1, 3].map(saturated)).toEqual([0, 1 / 2.2, 3 / 4.2]);
});
