import { expect, test } from 'vitest';
import { headAndTail } from './head-and-tail.ts';

async function* pieces(count: number) {
  for (let index = 0; index < count; index += 1) yield `${index}`.padStart(10, '0');
}

test('what fits stays whole', async () => {
  const bounded = headAndTail(pieces(10), 100);
  expect(await Array.fromAsync(bounded.pieces)).toEqual(await Array.fromAsync(pieces(10)));
  expect(bounded.missingBytes()).toBe(0);
});

test('of more than that head and tail stay, and the bytes between are counted', async () => {
  const bounded = headAndTail(pieces(1_000), 100);
  const all = await Array.fromAsync(pieces(1_000));
  expect(await Array.fromAsync(bounded.pieces)).toEqual([...all.slice(0, 5), ...all.slice(-5)]);
  expect(bounded.missingBytes()).toBe(9_900);
});

test('one piece after the head is stored whatever its size', async () => {
  async function* two() {
    yield 'head';
    yield 'x'.repeat(200);
  }
  expect(await Array.fromAsync(headAndTail(two(), 100).pieces)).toEqual(['head', 'x'.repeat(200)]);
});
