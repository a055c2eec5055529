import type { Embedder } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import { givenVector } from './given-vector.ts';

const ours: Embedder = { id: 'double:2', dimensions: 2, embed: async () => [] };

test('a vector of our embedder comes out at unit length', () => {
  const vector = givenVector(ours, { embedding: [3, 4], embedder: 'double:2' });
  expect(vector?.embedder).toBe('double:2');
  expect([...(vector?.values ?? [])].map((value) => value.toFixed(3))).toEqual(['0.600', '0.800']);
});

test('no vector is no vector', () => {
  expect(givenVector(ours, { embedding: [], embedder: 'double:2' })).toBeNull();
});

test.each([
  [{ embedding: [3, 4], embedder: null }, /^embedder: is required/],
  [{ embedding: [3, 4], embedder: '' }, /^embedder: is required/],
  [{ embedding: [3, 4], embedder: 'other:2' }, /^embedder: must be double:2, got other:2/],
  [{ embedding: [3, 4, 5], embedder: 'double:2' }, /^embedding: must have 2 numbers/],
  [{ embedding: [0, 0], embedder: 'double:2' }, /^embedding: must not be all zeros/],
  [{ embedding: [1.5e308, 1.5e308], embedder: 'double:2' }, /^embedding: must not be all zeros or too large/],
])('%j is refused', (given, message) => {
  expect(() => givenVector(ours, given)).toThrow(message);
  expect(() => givenVector(ours, given)).toThrow(expect.objectContaining({ type: 'invalid-argument' }));
});
