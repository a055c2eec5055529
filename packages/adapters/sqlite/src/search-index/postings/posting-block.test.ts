import { describe, expect, it } from 'vitest';
import { blockOf, editBlock, entriesOf, readEntries } from './posting-block.ts';

const block = (changes: Record<number, number>, entries: Uint8Array = new Uint8Array()) =>
  editBlock(entries, new Map(Object.entries(changes).map(([number, count]) => [Number(number), count])));

describe('a block of postings', () => {
  it('keeps counts in order of the documents, and drops those of 0', () => {
    const entries = block({ 5: 300, 2: 1, 255: 7 });
    expect([...entries]).toEqual([2, 1, 0, 5, 44, 1, 255, 7, 0]);
    expect([...block({ 2: 0, 6: 2 }, entries)]).toEqual([5, 44, 1, 6, 2, 0, 255, 7, 0]);
    expect(block({ 2: 0, 5: 0, 255: 0 }, entries)).toHaveLength(0);
  });

  it('is the same whether its documents come one by one, in any order, or at once', () => {
    const counts = new Map<number, number>();
    let entries = new Uint8Array();
    for (let step = 0; step < 900; step += 1) {
      const [index, count] = [(step * 89) % 256, step % 4 === 3 ? 0 : (step * 31) % 700];
      entries = editBlock(entries, new Map([[512 + index, count]]));
      if (count > 0) counts.set(index, count);
      else counts.delete(index);
    }
    const expected = [...counts].sort((a, b) => a[0] - b[0]).flatMap(([index, count]) => [index, count & 0xff, count >> 8]);
    expect([...entries]).toEqual(expected);
    expect([...editBlock(new Uint8Array(), counts)]).toEqual(expected);
    const changes = new Map([...counts.keys()].map((index) => [index, index % 3]));
    expect([...editBlock(entries, changes)]).toEqual([...editBlock(new Uint8Array(), changes)]);
  });

  it('bounds what two bytes cannot hold', () => {
    expect([...block({ 0: 1e9, 1: 0.2, 2: -1 })]).toEqual([0, 255, 255, 1, 1, 0]);
  });

  it('reads out the documents and their counts', () => {
    const first = 256 * 3;
    expect([blockOf(first - 1), blockOf(first)]).toEqual([2, 3]);
    const entries = block({ [first + 1]: 3, [first + 2]: 1 });
    const [numbers, counts] = [new Uint32Array(3), new Uint16Array(3)];
    expect(entriesOf({ block: 3, entries })).toBe(2);
    expect(readEntries({ block: 3, entries }, numbers, counts, 1)).toBe(3);
    expect([...numbers, ...counts]).toEqual([0, first + 1, first + 2, 0, 3, 1]);
  });
});
