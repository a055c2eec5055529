import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countTokens, estimateTokens, fitsTokens, truncateToTokens } from './tokens.ts';

describe('counting', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
  ])('"%s"', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it('is within one in a hundred for unbroken runs, which are counted in pieces', () => {
    expect(Math.abs(countTokens('私は東京に住んでいます'.repeat(100)) - 700)).toBeLessThanOrEqual(7);
    expect(countTokens('a'.repeat(65_536))).toBe(8_192);
  });
});

describe('counting line by line', () => {
  const parts = ['.', '..', '\n', '\n/', '\n\n', '\r\n', ' ', '  ', '/', 'a', 'A', '7', "'s", 'ü', '日', '👧', '**', '\t'];

  it.each(parts)('counts what the encoding counts of the whole text, after %j', (first) => {
    for (const second of parts)
      for (const third of parts) {
        const text = `x${first}${second}${third}\ny`;
        expect(countTokens(text), JSON.stringify(text)).toBe(encode(text).length);
      }
  });
});

it.each(['', 'hello world', 'ü日👧', '\ud800', 'x'.repeat(300)])(
  '%j fits into as many tokens as it has, and no fewer',
  (text) => {
    const tokens = countTokens(text);
    expect(fitsTokens(text, tokens)).toBe(true);
    expect(fitsTokens(text, tokens - 1)).toBe(false);
  },
);

describe('estimating', () => {
  const english = 'The red door leads to the cellar, where the wine of 1987 is stored.\n'.repeat(200);
  const japanese = '私は東京に住んでいます。昨日は友達と一緒に京都へ行きました。'.repeat(300);

  it('counts a short text', () => {
    const text = english.slice(0, 2_000);
    expect(estimateTokens(text)).toBe(countTokens(text));
  });

  it.each([english, japanese, `${english}${japanese}`, 'a'.repeat(65_536), '= '.repeat(9_000)])(
    'is within 5 in a hundred for a long one (%#)',
    (text) => {
      const tokens = countTokens(text);
      expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(tokens * 0.05);
    },
  );

  it('reads no more of a longer text', () => {
    const middle = 'x'.repeat(100_000);
    // A run of 4 signs is one token or two; 2 MB that were counted would take seconds and be exact.
    expect(estimateTokens(middle.repeat(20))).toBe(estimateTokens(middle) * 20);
  });
});

describe('truncating', () => {
  it.each(['hello world '.repeat(50), '私は東京に住んでいます'.repeat(60), '👩‍👩‍👧'.repeat(50), `${'='.repeat(3_000)} end`])(
    'keeps a beginning that fits (%#)',
    (text) => {
      for (const max of [1, 2, 3, 10, 100]) {
        const head = truncateToTokens(text, max);
        expect(text.startsWith(head)).toBe(true);
        expect(countTokens(head)).toBeLessThanOrEqual(max);
        expect(head.isWellFormed()).toBe(true);
      }
    },
  );

  it('keeps what fits whole, and nothing for no tokens', () => {
    expect(truncateToTokens('hello <|endoftext|>', 100)).toBe('hello <|endoftext|>');
    expect(truncateToTokens('hello', 0)).toBe('');
  });
});
