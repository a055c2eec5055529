import type { IndexHit } from '@agent-mem/storage';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../test/recall-fixture.ts';
import { presetProfile } from '../ranking/presets.ts';
import { neighbourPositions, widen } from './candidates.ts';

const profile = {
  ...presetProfile('default', 'messages'),
  widened: 5,
  window: [-1, 2].map((offset) => ({ offset, share: 1 })),
  smoothing: [],
};

async function hitAt(ordinal: number): Promise<IndexHit> {
  const { vectors: _, terms: __, ...document } = await documentOf('m', 'zebra', { conversationId: 'c', ordinal });
  return { ...document, counts: {}, lexical: 1, cosine: null };
}

afterEach(() => void vi.restoreAllMocks());

it('the positions beside a hit are those within reach, from 1 on', async () => {
  const positions = neighbourPositions([await hitAt(2)], profile);
  expect(positions).toEqual([1, 3, 4].map((ordinal) => ({ conversationId: 'c', ordinal })));
});

it.each([2 ** 53 - 2, 2 ** 53, 1e300, Infinity, -(2 ** 53), 1.5])(
  'beside a hit at %d the search for positions ends',
  async (ordinal) => {
    const hit = await hitAt(ordinal);
    let steps = 0;
    const has = Set.prototype.has;
    // Each step asks a set: a loop without an end stops here.
    vi.spyOn(Set.prototype, 'has').mockImplementation(function (this: Set<unknown>, value) {
      steps += 1;
      if (steps > 1_000) throw new Error('the loop has no end');
      return has.call(this, value);
    });
    const positions = neighbourPositions([hit], profile);
    expect(positions.length).toBeLessThanOrEqual(4);
    expect(positions.every((position) => Number.isSafeInteger(position.ordinal))).toBe(true);
  },
);

it('what stands beside a hit is of the kinds and stretches that are asked for', async () => {
  const [first, second, third] = [await hitAt(1), await hitAt(2), await hitAt(3)];
  const other = { ...second, kind: 'Message' } as const;
  const request = { kinds: ['Fact'], use: 'facts', query: 'zebra' } as const;
  expect(widen([first], [second, other, third], request)).toEqual({ candidates: [first, second, third], neighbours: [] });
  const within = [{ conversationId: 'c', from: 1, to: 2 }];
  expect(widen([first], [second, third], { ...request, within })).toEqual({ candidates: [first, second], neighbours: [] });
});
