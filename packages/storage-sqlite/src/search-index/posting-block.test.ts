import { describe, expect, it } from 'vitest';
import { blockOf, countBlock, editBlock, scoreBlock } from './posting-block.ts';

const block = (changes: Record<number, number>, entries: Uint8Array = new Uint8Array()) =>
  editBlock(entries, new Map(Object.entries(changes).map(([number, count]) => [Number(number), count])));

describe('a block of postings', () => {
  it('keeps counts in order of the documents, and drops those of 0', () => {
    const entries = block({ 5: 300, 2: 1, 255: 7 });
    expect([...entries]).toEqual([2, 1, 0, 5, 44, 1, 255, 7, 0]);
    expect([...block({ 2: 0, 6: 2 }, entries)]).toEqual([5, 44, 1, 6, 2, 0, 255, 7, 0]);
    expect(block({ 2: 0, 5: 0, 255: 0 }, entries)).toHaveLength(0);
  });

  it('bounds what two bytes cannot hold', () => {
    expect([...block({ 0: 1e9, 1: 0.2, 2: -1 })]).toEqual([0, 255, 255, 1, 1, 0]);
  });

  it('counts and scores the documents that the mask lets through', () => {
    const first = 256 * 3;
    expect([blockOf(first - 1), blockOf(first)]).toEqual([2, 3]);
    const entries = block({ [first + 1]: 3, [first + 2]: 1 });
    const mask = new Uint8Array(first + 3);
    mask[first + 1] = 1;
    const [scores, held] = [new Float64Array(mask.length), new Uint8Array(mask.length)];
    scoreBlock({ block: 3, entries }, 2, { mask, scores, held });
    expect(countBlock({ block: 3, entries }, mask)).toBe(1);
    expect(scores[first + 1]).toBeCloseTo(6 / 4.2, 10);
    expect([scores[first + 2], held[first + 1], held[first + 2]]).toEqual([0, 1, 0]);
  });
});
