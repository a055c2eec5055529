import type { GraphNode } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { isWithinWeights, sortedBy, weighed, weightFactor } from './learned-weights.ts';

/** Recalled in this order, with these weights. */
function recalled(weights: readonly (number | null)[]) {
  return weights.map((weight, index) => ({
    // Only these members are read.
    node: { id: `n${index}`, weight, createdAt: `2026-05-0${index + 1}` } as GraphNode,
    scores: { ranking: 1 - index / 100 },
  }));
}
const idsOf = (items: readonly { readonly node: GraphNode }[]) => items.map(({ node }) => node.id).join(' ');

test('the weight of a node moves it by a twentieth at most', () => {
  expect([null, 0, 0.5, 1, -3, 7].map(weightFactor)).toEqual([1, 0.95, 1, 1.05, 0.95, 1.05]);
});

test('a weight moves what stands close, and nothing moves without one', () => {
  expect(idsOf(weighed(recalled([null, 1, null])))).toBe('n1 n0 n2');
  expect(idsOf(weighed(recalled([0, null, 1.5])))).toBe('n2 n1 n0');
  const twisted = recalled([null, null]).toReversed();
  expect(idsOf(weighed(twisted))).toBe('n1 n0');
});

test('what is asked for by weight comes in that order, what has none last', () => {
  const items = recalled([null, 0.4, 1.5, -2, null]);
  expect(idsOf(sortedBy(items, 'score'))).toBe('n0 n1 n2 n3 n4');
  expect(idsOf(sortedBy(items, 'weight_desc'))).toBe('n2 n1 n3 n0 n4');
  expect(idsOf(sortedBy(items, 'weight_asc'))).toBe('n3 n1 n2 n0 n4');
  expect(idsOf(sortedBy(items, 'created_at'))).toBe('n4 n3 n2 n1 n0');
});

test('bounds let through what has a weight within them, both ends included', () => {
  const passing = (min_weight: number | null, max_weight: number | null) =>
    idsOf(recalled([null, 0.4, 1.5, -2]).filter(({ node }) => isWithinWeights(node, { min_weight, max_weight })));
  expect(passing(null, null)).toBe('n0 n1 n2 n3');
  expect(passing(0.4, null)).toBe('n1 n2');
  expect(passing(null, 0.4)).toBe('n1 n3');
  expect(passing(0, 1)).toBe('n1');
});
