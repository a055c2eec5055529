import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

it('are the same wherever the bytes are cut, and break at newlines only', async () => {
  const lines = ['größe 🧠', '', 'a\u2028b\u0085c\rd', 'x'.repeat(100), 'last without an end'];
  const bytes = Buffer.from(lines.join('\n'));
  for (const size of [1, 2, 3, 7, 1_000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
    expect(await Array.fromAsync(linesOf(asynchronous(pieces)))).toEqual(lines);
  }
  expect(await Array.fromAsync(linesOf(asynchronous([Buffer.from('a\n')])))).toEqual(['a']);
  expect(await Array.fromAsync(linesOf(asynchronous([])))).toEqual([]);
});

async function* asynchronous<Item>(items: readonly Item[]) {
  yield* items;
}
