import { describe, expect, it } from 'vitest';
import { WordCount, wordsOf } from './words.ts';

const count = (...pieces: readonly (string | Uint8Array)[]) => {
  const words = new WordCount();
  for (const piece of pieces) words.add(Buffer.from(piece));
  return Object.fromEntries(words.end());
};

describe('words', () => {
  it('are runs of letters and digits in lower case', () => {
    expect(wordsOf("The O'Brien-Größe: 42% of 記憶, naı̈ve 🧠")).toEqual([
      'the',
      'o',
      'brien',
      'größe',
      '42',
      'of',
      '記憶',
      'naı̈ve',
    ]);
    expect(wordsOf('x'.repeat(65))).toEqual([]);
  });

  it('are counted the same wherever the content is cut', () => {
    const text = 'größe elephants, größe 記憶🧠 end';
    const bytes = Buffer.from(text);
    const whole = { größe: 2, elephants: 1, 記憶: 1, end: 1 };
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(count(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(whole);
    expect(count(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it('are none in content that is no text', () => {
    expect(count('words ', Uint8Array.of(0))).toEqual({});
    expect(count('words ', Uint8Array.of(0xff), ' more')).toEqual({});
    expect(count('cut off: ', Uint8Array.of(0xc3))).toEqual({});
  });

  it('are none in a run too long to be one, however it comes', () => {
    for (const size of [1, 63, 64, 65, 1_000, 20_000]) {
      const words = new WordCount();
      const run = Buffer.from('a'.repeat(20_000));
      for (let start = 0; start < run.length; start += size) words.add(run.subarray(start, start + size));
      words.add(Buffer.from(' end'));
      expect([...words.end()]).toEqual([['end', 1]]);
    }
  });

  it('are none in a long run that composes to a third of it, wherever it is cut', () => {
    const run = '\u1112\u1161\u11ab'.repeat(300);
    for (const cut of [1, 255, 256, 257, 511, 512, 513, 700])
      expect(count(run.slice(0, cut), run.slice(cut), ' end')).toEqual({ end: 1 });
  });
});
