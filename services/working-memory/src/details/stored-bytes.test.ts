import { expect, it } from 'vitest';
import { storedBytes } from './stored-bytes.ts';

const text = Buffer.from(Array.from({ length: 500 }, (_, at) => `${at} 東京 🚀\n`).join(''));

async function* partsOf(size: number) {
  for (let start = 0; start < text.length; start += size) yield { start, bytes: text.subarray(start, start + size) };
}

async function stored(size: number, half?: number): Promise<string> {
  const parts = await Array.fromAsync(storedBytes(partsOf(size), text.length, half));
  return Buffer.concat(parts).toString();
}

it('is all of a content that fits', async () => {
  expect(await stored(77)).toBe(text.toString());
});

it('is the beginning and the end of a longer one, cut between two signs', async () => {
  for (let half = 900; half < 920; half += 1) {
    const found = await stored(333, half);
    expect(found).not.toContain('\ufffd');
    const bytes = Buffer.byteLength(found);
    expect(bytes).toBeGreaterThan(2 * half - 8);
    expect(bytes).toBeLessThanOrEqual(2 * half);
    expect(text.toString().startsWith(found.slice(0, 500))).toBe(true);
    expect(text.toString().endsWith(found.slice(-500))).toBe(true);
  }
});

it('is refused where a part is missing', async () => {
  async function* holed() {
    for await (const part of partsOf(400)) if (part.start !== 800) yield part;
  }
  await expect(Array.fromAsync(storedBytes(holed(), text.length))).rejects.toThrow('have run out');
});
