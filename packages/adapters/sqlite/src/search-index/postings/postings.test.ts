import { expect, it } from 'vitest';
import { editBlock } from './posting-block.ts';
import { Postings } from './postings.ts';

const all = new Uint8Array(3_000).fill(1);

function held(postings: Postings): Record<number, number> {
  const counts: Record<number, number> = {};
  postings.forEachIn(all, (number, count) => {
    counts[number] = count;
  });
  return counts;
}

function postingsOf(counts: Readonly<Record<number, number>>): Postings {
  const blocks = Map.groupBy(Object.entries(counts), ([number]) => Math.floor(Number(number) / 256));
  const rows = [...blocks].map(([block, entries]) => {
    const changes = new Map(entries.map(([number, count]) => [Number(number), count]));
    return { block, entries: editBlock(new Uint8Array(), changes) };
  });
  return new Postings(rows.reverse());
}

it('finds the same documents by a mask and by their numbers, however far apart they are', () => {
  for (const step of [1, 2, 7, 100, 999]) {
    const counts = Object.fromEntries(Array.from({ length: Math.ceil(3_000 / step) }, (_, i) => [i * step, (i % 5) + 1]));
    const postings = postingsOf(counts);
    expect(held(postings)).toEqual(counts);
    for (const every of [1, 3, 50, 1_000]) {
      const asked = Array.from({ length: Math.ceil(3_000 / every) }, (_, i) => i * every);
      const found: Record<number, number> = {};
      postings.forEachOf(asked, (index, count) => {
        found[asked[index] ?? -1] = count;
      });
      const mask = new Uint8Array(3_000);
      for (const number of asked) mask[number] = 1;
      const expected = Object.fromEntries(Object.entries(counts).filter(([number]) => mask[Number(number)] === 1));
      expect(found).toEqual(expected);
      expect(postings.countIn(mask)).toBe(Object.keys(expected).length);
    }
  }
});

it('follows changes at its end and of what it has, and says which it cannot follow', () => {
  const postings = postingsOf({ 3: 1, 900: 2 });
  expect([postings.change(900, 7), postings.change(901, 1), postings.change(2_000, 4), postings.change(950, 0)]).toEqual(
    Array(4).fill(true),
  );
  for (let number = 2_001; number < 2_100; number += 1) expect(postings.change(number, 1)).toBe(true);
  expect(held(postings)).toMatchObject({ 3: 1, 900: 7, 901: 1, 2000: 4, 2099: 1 });
  expect(postings.size).toBe(103);
  expect([postings.change(5, 1), postings.change(3, 0)]).toEqual([false, false]);
});
